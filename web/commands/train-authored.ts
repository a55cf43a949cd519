// From a source to a run in one call: it is opened and surveyed in a sandbox, a spec is made of what was found, and the run starts
// with the source beside it. The editor, the automation and journeys all come this way.

import type { Json } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import { authoredSpec } from '../../src/record/authored-spec.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { rememberSource } from './authored-sources.ts'
import type { CpuWish } from './engine.ts'
import { type Launch, type LiveRun, launchRun } from './run-commands.ts'
import { openSandbox } from './sandbox.ts'

/** The spec that a run on this source begins with; `changes` by dotted path. Throws what is wrong with source or settings. */
export async function specOfSource(source: string, changes: Readonly<Record<string, Json>> = {}): Promise<RunSpec> {
  const sandbox = await openSandbox(source)
  try {
    const config = changes['environment.config'] ?? {}
    const survey = await sandbox.survey(config)
    const facts = { ...survey, id: sandbox.registration.spec.id, source: await rememberSource(source), config: {} }
    return unwrap(authoredSpec(facts, changes))
  } finally {
    sandbox.dispose()
  }
}

/** Starts a run on this source and resolves once its worker has it. */
export async function trainOnSource(
  source: string,
  engine: Launch['engine'],
  changes: Readonly<Record<string, Json>> = {},
  cpu: CpuWish = {},
): Promise<LiveRun> {
  return launchRun(await specOfSource(source, changes), engine, cpu)
}
