// The rules of a run: a built-in environment, or an authored one behind a port to its sandbox. What the sandbox says is judged here, on
// this side of its walls, and an answer that does not come is the end of the run, not of the patience.

import { wrap } from 'comlink'
import { tokenloomError } from '../base/errors.ts'
import { bytesOfText, sha256Hex } from '../base/hash.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import { findEnvironment } from '../environments/registry.ts'
import { isAuthored } from '../record/is-authored.ts'
import type { RunSpec } from '../record/spec.ts'
import { readRegistration } from '../sandbox/read-returned.ts'
import { createToldEnvironment } from '../sandbox/told-environment.ts'
import type { SourceVersion } from '../training/reload.ts'
import { environmentOf } from './environment-of.ts'
import { type Outcome, openOutcome } from './outcome.ts'
import type { AuthoredRules, RunStart } from './run-api.ts'
import type { SandboxWorkerApi } from './sandbox-api.ts'

export interface Rules {
  readonly environment: EnvironmentDefinition
  readonly foresight?: Foresight
  readonly source?: string
}

/** The limits inside are counted; this is for what they miss. A batch is many calls, on a machine that may be busy. */
const PATIENCE = 120_000

/** Throws ENVIRONMENT_UNKNOWN or ENVIRONMENT_INVALID where other rules were handed over than `hash` names. Default: those that the spec begins with. */
export async function rulesOf(
  { spec, authored, dataSet }: Pick<RunStart, 'spec' | 'authored' | 'dataSet'>,
  hash: string = spec.environment.source,
): Promise<Rules> {
  if (!isAuthored(spec)) return { environment: await environmentOf(spec.environment, dataSet) }
  if (authored !== undefined) return namedVersion(spec, authored, hash)
  const message = `The run plays an authored source, ${hash.slice(0, 12)}…, and came without it.`
  throw tokenloomError('ENVIRONMENT_UNKNOWN', message, 'Open the source in the editor, and start the run from there.', 'environment.source')
}

/** The version of a run's source that has this hash. Throws ENVIRONMENT_INVALID where it is another. */
export async function namedVersion(spec: Pick<RunSpec, 'environment'>, authored: AuthoredRules, hash: string): Promise<SourceVersion> {
  const version = await sourceVersion(spec, authored)
  if (version.hash === hash) return version
  const message = `The run names the source ${hash.slice(0, 12)}…, and came with ${version.hash.slice(0, 12)}….`
  throw tokenloomError('ENVIRONMENT_INVALID', message, 'Start the run from the source that it names.', 'environment.source')
}

/** Whatever version of a run's source this is. Throws ENVIRONMENT_INVALID where it is another environment. */
export async function sourceVersion(
  { environment: { id } }: { readonly environment: Pick<RunSpec['environment'], 'id'> },
  authored: AuthoredRules,
): Promise<SourceVersion> {
  const hash = await sha256Hex(bytesOfText(authored.source))
  const remote = wrap<SandboxWorkerApi>(authored.sandbox)
  const registration = readRegistration(await patiently(remote.registration()))
  if (registration.spec.id !== id) {
    const message = `The source is ${registration.spec.id}, and the run names ${id}.`
    throw tokenloomError('ENVIRONMENT_INVALID', message, 'Start the run from the source that it names.', 'environment.id')
  }
  if (findEnvironment(registration.spec.id).ok) {
    const message = `The source calls itself ${registration.spec.id}, which is the name of a built-in environment.`
    throw tokenloomError('ENVIRONMENT_INVALID', message, 'Give it a name of its own in spec.id.', 'spec.id')
  }
  const { definition, foresight } = createToldEnvironment(registration, (visits) => patiently(remote.answer(visits)))
  return { environment: definition, foresight, source: authored.source, hash }
}

async function patiently<T>(answer: Promise<Outcome<T>>): Promise<T> {
  let clock: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    const seconds = PATIENCE / 1000
    const error = tokenloomError(
      'SANDBOX_LIMIT',
      `The source did not answer within ${seconds} seconds.`,
      'Look for a loop that takes very long.',
      'environment.source',
    )
    clock = setTimeout(() => reject(error), PATIENCE)
  })
  try {
    return openOutcome(await Promise.race([answer, silence]))
  } finally {
    clearTimeout(clock)
  }
}
