// The lesson of adapters that must not touch: the isolation experiment on this device, and why it is hard to pass.

import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { type IsolationReport, runIsolation } from '../engine/isolation/isolation.ts'
import { findEnvironment } from '../environments/registry.ts'
import { isolationPolicies } from '../training/isolation-policies.ts'
import type { LessonTools, StepCode } from './step-code.ts'

const STEPS = 2
const SETTING = { groups: 2, groupSize: 4, seed: 1 } as const

const reportOf = (tools: LessonTools): Promise<IsolationReport> =>
  tools.once('isolation', async () => {
    const { bench, tokenizer } = await tools.ground('arithmetic')
    const policies = isolationPolicies({ environment: unwrap(findEnvironment('arithmetic-v1')), tokenizer, ...SETTING })
    const total = STEPS * (policies.length + 1)
    let done = 0
    return runIsolation(bench, policies, STEPS, () => tools.say({ what: 'isolation', done: done++, total }))
  })

/** Numbers whose sum depends on the order in float32: what a batched sum would do with somebody else's rows in between. */
const order: StepCode = {
  run(input) {
    const count = input['count'] ?? 1000
    const rng = createRng([1, 7])
    const numbers = Float32Array.from({ length: count }, () => rng.normal())
    const sum = (values: Float32Array): number => values.reduce((total, value) => Math.fround(total + value), 0)
    const [forwards, backwards] = [sum(numbers), sum(numbers.slice().reverse())]
    return {
      outcome: forwards === backwards ? 'equal' : 'differ',
      facts: { count, forwards: String(forwards), backwards: String(backwards) },
      pictures: [
        {
          kind: 'table',
          caption: 'sums',
          head: ['order', 'sum'],
          rows: [
            ['first to last', String(forwards)],
            ['last to first', String(backwards)],
          ],
        },
      ],
    }
  },
}

const shared: StepCode = {
  async run(_input, tools) {
    const report = await reportOf(tools)
    const parts = report.policies.map(({ state, sampled, trained }) => [state, sampled, trained] as const)
    const differing = parts.flat().reduce((sum, part) => sum + part.differing, 0)
    const compared = parts.flat().reduce((sum, part) => sum + part.compared, 0)
    return {
      outcome: differing === 0 ? 'none' : differing < compared / 100 ? 'few' : 'many',
      facts: {
        differing,
        compared,
        policies: report.policies.length,
        engine: report.engine,
        steps: report.steps,
        sharedGradients: report.sharedBatches.forwardBackward,
        sharedSteps: report.sharedBatches.optimStep,
      },
      pictures: [
        {
          kind: 'table',
          caption: 'isolation',
          head: ['policy', 'rank', 'compared', 'differing'],
          rows: report.policies.map(({ name, rank }, i) => [
            name,
            rank,
            at(parts, i).reduce((sum, part) => sum + part.compared, 0),
            at(parts, i).reduce((sum, part) => sum + part.differing, 0),
          ]),
        },
      ],
    }
  },
}

const gradient: StepCode = {
  async run(_input, tools) {
    const { gradient: found } = await reportOf(tools)
    return {
      outcome: found.nonZero === 0 ? 'zero' : 'tiny',
      facts: {
        looked: found.looked,
        nonZero: found.nonZero,
        own: found.ownNonZero,
        compared: found.besideOtherData.compared,
        moved: found.besideOtherData.differing,
      },
      pictures: [
        {
          kind: 'table',
          caption: 'gradients',
          head: ['gradient of', 'numbers', 'not zero'],
          rows: [
            ['the policy itself', '', found.ownNonZero],
            ['the others', found.looked, found.nonZero],
          ],
        },
      ],
    }
  },
}

const base: StepCode = {
  async run(_input, tools) {
    const { baseHash, baseHashUnchanged } = await reportOf(tools)
    return { outcome: baseHashUnchanged ? 'same' : 'other', facts: { hash: baseHash.slice(0, 16) }, pictures: [] }
  },
}

export const isolationCode = { order, shared, gradient, base } satisfies Readonly<Record<string, StepCode>>
