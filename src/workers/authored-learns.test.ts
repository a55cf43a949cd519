// What the templates promise an author: a run as it is planned for the source, on the rules as the sandbox runs them, comes out better than
// random play. Small: fewer episodes, and a policy that is a table (src/training/testing/tabular-policy.ts).

import { expect, it } from 'vitest'
import { sha256Hex } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import { authoredSpec } from '../record/authored-spec.ts'
import { toJson } from '../record/spec-schema.ts'
import { openAuthoredEnvironment } from '../sandbox/authored-environment.ts'
import { surveyEnvironment } from '../sandbox/survey.ts'
import signals from '../sandbox/templates/signals.ts?raw'
import twoJugs from '../sandbox/templates/two-jugs.ts?raw'
import { runRecorded } from '../training/testing/run-recorded.ts'

const SMALL = { 'rollout.groupSize': 4, 'evaluation.problems': 64, 'evaluation.every': 100, 'optimizer.learningRate': 0.5, controls: ['random'] }

const CASES = [
  { what: 'a plan of several moves', source: twoJugs, size: { steps: 8, 'rollout.groups': 4 } },
  { what: 'two agents with one goal', source: signals, size: { steps: 12, 'rollout.groups': 8 } },
]

it.for(CASES)('$what: better than random play, its 95 % interval included', { timeout: 120_000 }, async ({ source, size }) => {
  const { definition, dispose } = unwrap(await openAuthoredEnvironment(source))
  const survey = unwrap(surveyEnvironment(definition, {}))
  const facts = { ...survey, id: definition.spec.id, source: await sha256Hex(new TextEncoder().encode(source)), config: {} }
  const { events } = await runRecorded(toJson(unwrap(authoredSpec(facts, { ...SMALL, ...size }))), definition)
  dispose()
  const last = (arm: string) => events.findLast((event) => event.kind === 'evaluated' && event.evaluation.arm === arm)
  const [policy, random] = [last('policy'), last('random')]
  if (policy?.kind !== 'evaluated' || random?.kind !== 'evaluated') throw new Error('nothing was measured')
  const halfWidth = 1.96 * Math.hypot(policy.evaluation.sampledError, random.evaluation.sampledError)
  expect(policy.evaluation.sampled - random.evaluation.sampled).toBeGreaterThan(halfWidth)
})
