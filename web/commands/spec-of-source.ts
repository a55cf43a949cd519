// From a source to the spec of a run on it: the source is opened and surveyed in a sandbox, and a spec is made of what was found. The
// editor and the automation both come this way.

import type { Json } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import { authoredSpec } from '../../src/record/authored-spec.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import { rememberSource } from './authored-sources.ts'
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
