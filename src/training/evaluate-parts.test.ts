// Parts of an evaluation: where an environment tells problems apart, each part is measured on its own problems alone.

import { expect, it } from 'vitest'
import { fail } from '../base/result.ts'
import { type CountingState, countingGame } from '../environments/testing/counting.ts'
import type { Evaluation } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

/** Counting, with a metric `digit`: a problem is even or odd by its offset, which the part may follow. */
function game(partOf: (offset: number) => string) {
  const counting = countingGame()
  return {
    ...counting,
    metricsAtStart: ({ offset }: CountingState) => ({ [`digit:${partOf(offset)}`]: 0 }),
    // Some answers cannot be read: they end the episode before any step.
    parse: (text: string, seen: Parameters<typeof counting.parse>[1]) =>
      /^[45]/.test(text) ? fail({ reason: 'say another digit' }) : counting.parse(text, seen),
    step(...given: Parameters<typeof counting.step>): ReturnType<typeof counting.step> {
      const [state] = given
      const digit = Object.values(given[1])[0] ?? 0
      return { ...counting.step(...given), metrics: { digit, [`digit:${partOf(state.offset)}`]: digit, 'other:even': 1 } }
    },
  }
}

async function evaluationsOf(partOf: (offset: number) => string): Promise<readonly Evaluation[]> {
  const spec = parseRunSpec({
    steps: 1,
    environment: { id: 'counting-v1', config: { rounds: 1 } },
    rollout: { groups: 2, groupSize: 2 },
    evaluation: { problems: 32, every: 1, metric: 'digit' },
  })
  if (!spec.ok) throw spec.error
  const evaluations: Evaluation[] = []
  await runTraining({
    spec: spec.value,
    service: createFakeService(),
    tokenizer: asciiTokenizer,
    environment: game(partOf),
    clock: () => 0,
    emit: (body) => void (body.kind === 'evaluated' && evaluations.push(body.evaluation)),
  })
  return evaluations
}

it('every part has its own problems, and together they are the whole', async () => {
  const [first] = await evaluationsOf((offset) => (offset % 2 === 0 ? 'even' : 'odd'))
  const parts = first?.parts ?? []
  expect(parts.map(({ name }) => name)).toEqual(['even', 'odd'])
  // Those whose digit nobody could read are of a part too.
  expect(parts.reduce((sum, { problems }) => sum + problems, 0)).toBe(32)
  for (const { problems } of parts) expect(problems).toBeGreaterThan(4)
  const mean = (of: 'sampled' | 'greedy') => parts.reduce((sum, part) => sum + part.problems * part[of], 0) / 32
  expect(mean('sampled')).toBeCloseTo(first?.sampled ?? Number.NaN, 9)
  expect(mean('greedy')).toBeCloseTo(first?.greedy ?? Number.NaN, 9)
})

it('one part alone is not told', async () => {
  const [first] = await evaluationsOf(() => 'all')
  expect(first).toBeDefined()
  expect(first?.parts).toBeUndefined()
})
