// A run over the tabular policy with everything that it told, for tests of the loop.

import type { Json } from '../../base/json.ts'
import { unwrap } from '../../base/result.ts'
import type { EnvironmentDefinition } from '../../environments/contract.ts'
import type { RunEventBody } from '../../record/events.ts'
import { decodeRunCheckpoint, type RunCheckpoint } from '../../record/run-checkpoint.ts'
import { parseRunSpec } from '../../record/spec-schema.ts'
import { decodeTokens, type StepTokens } from '../../record/token-blob.ts'
import { type RunOutcome, runTraining } from '../run-training.ts'
import { asciiTokenizer } from './ascii-tokenizer.ts'
import { createFakeService, type FakeService } from './fake-service.ts'

export interface RecordedRun {
  readonly outcome: RunOutcome
  readonly events: readonly RunEventBody[]
  readonly tokens: readonly StepTokens[]
  readonly kept: readonly RunCheckpoint[]
  readonly service: FakeService
}

/** Every look at the clock is ten seconds after the last, so that a checkpoint is due at every step. */
export async function runRecorded(spec: Json, environment: EnvironmentDefinition, from?: RunCheckpoint): Promise<RecordedRun> {
  const service = createFakeService()
  const events: RunEventBody[] = []
  const tokens: StepTokens[] = []
  const kept: RunCheckpoint[] = []
  let time = 0
  const outcome = await runTraining({
    spec: unwrap(parseRunSpec(spec)),
    service,
    tokenizer: asciiTokenizer,
    environment,
    clock: () => (time += 10_000),
    emit(body, blob) {
      events.push(body)
      if (blob !== undefined && body.kind === 'tokens') tokens.push(unwrap(decodeTokens(blob.bytes)))
    },
    keep: (_, bytes) => kept.push(unwrap(decodeRunCheckpoint(bytes))),
    ...(from === undefined ? {} : { from }),
  })
  return { outcome, events, tokens, kept, service }
}

export function summaryOf({ outcome }: RecordedRun) {
  if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
  return outcome.summary
}
