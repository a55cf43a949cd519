// One run on an authored source as the button Train plans it: surveyed, imitated, reinforced, and measured beside random play. The loop
// of the product over the engine on the processor, without page and browser; the sandbox answers in batches as it does there.

import type { Json } from '../../../src/base/json.ts'
import { unwrap } from '../../../src/base/result.ts'
import { textHash } from '../../../src/base/text-hash.ts'
import { authoredSpec } from '../../../src/record/authored-spec.ts'
import type { Evaluation } from '../../../src/record/events.ts'
import type { RunSpec } from '../../../src/record/spec.ts'
import type { AuthoredEnvironment } from '../../../src/sandbox/authored-environment.ts'
import { surveyEnvironment } from '../../../src/sandbox/survey.ts'
import { createToldEnvironment } from '../../../src/sandbox/told-environment.ts'
import { runTraining } from '../../../src/training/run-training.ts'
import { type Ground, openGround } from '../../adapters/ground.ts'
import { readBase } from '../../adapters/where.ts'

export interface SourceRun {
  readonly spec: RunSpec
  /** Held out, sampled at temperature 1, in the order of the steps: the base first, the trained policy last. */
  readonly policy: readonly Evaluation[]
  readonly random: Evaluation
  /** Loss a token of every step that imitated. */
  readonly imitated: readonly number[]
  /** Seconds of processor time, those of random play left out. */
  readonly seconds: number
}

/** The bases that runs ask for, each opened once. */
export function openGrounds(): { readonly of: (base: string) => Promise<Ground>; readonly close: () => void } {
  const opened = new Map<string, Promise<Ground>>()
  return {
    of(base) {
      const known = opened.get(base) ?? openGround('cpu', readBase(base))
      opened.set(base, known)
      return known
    },
    close: () => {
      for (const ground of opened.values()) void ground.then((open) => open.close())
    },
  }
}

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

export async function specOf(environment: AuthoredEnvironment, source: string, changes: Readonly<Record<string, Json>>): Promise<RunSpec> {
  const survey = unwrap(surveyEnvironment(environment.definition, {}))
  return unwrap(authoredSpec({ ...survey, id: environment.registration.spec.id, source: textHash(source), config: {} }, changes))
}

export async function runSource(
  grounds: Pick<ReturnType<typeof openGrounds>, 'of'>,
  environment: AuthoredEnvironment,
  source: string,
  changes: Readonly<Record<string, Json>>,
): Promise<SourceRun> {
  const spec = await specOf(environment, source, changes)
  const ground = await grounds.of(spec.base)
  const policy: Evaluation[] = []
  const imitated: number[] = []
  let random: Evaluation | undefined
  const play = async (planned: RunSpec, isControl: boolean): Promise<void> => {
    const { definition, foresight } = createToldEnvironment(environment.registration, async (visits) => unwrap(environment.answer(visits)))
    const { engine, service } = ground.open()
    try {
      const outcome = await runTraining({
        ...{ spec: planned, service, tokenizer: ground.model.tokenizer, environment: definition, foresight, source },
        clock: () => performance.now(),
        emit(event) {
          if (event.kind === 'evaluated') {
            if (event.evaluation.arm === 'random') random = event.evaluation
            else if (!isControl) policy.push(event.evaluation)
          }
          if (event.kind === 'stepped' && event.imitated === true && !isControl) imitated.push(event.metrics.loss)
        },
      })
      if (outcome.kind !== 'finished') throw new Error(`Assertion failed: a run ended as ${JSON.stringify(outcome)}`)
    } finally {
      engine.dispose()
    }
  }
  const start = processorSeconds()
  await play(spec, false)
  const seconds = processorSeconds() - start
  // Random play is the same at every evaluation: one step is enough for it.
  await play(
    await specOf(environment, source, { ...changes, steps: 1, 'imitation.steps': 0, 'rollout.groups': 1, 'objective.minibatches': 1, controls: ['random'] }),
    true,
  )
  if (random === undefined) throw new Error('Assertion failed: random play was not measured')
  return { spec, policy, random, imitated, seconds }
}
