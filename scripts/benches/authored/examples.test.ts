// What a run on the gallery's game for two learns from before rewards teach: enough positions to play a game that is not a master's.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unwrap } from '../../../src/base/result.ts'
import { demonstrateEpisodes } from '../../../src/coordinator/demonstrate-episodes.ts'
import { openAuthoredEnvironment } from '../../../src/sandbox/authored-environment.ts'
import { examplePlans } from '../../../src/training/rollout.ts'
import { asciiTokenizer } from '../../../src/training/testing/ascii-tokenizer.ts'
import { specOf } from './run-source.ts'

const source = readFileSync('src/sandbox/templates/drop-three.ts', 'utf8')

/** `boards`: different texts before moves that are learned from, in the first examples of a step. */
async function examples(changes: Readonly<Record<string, number>>): Promise<{ readonly boards: number; readonly moves: number }> {
  const environment = unwrap(await openAuthoredEnvironment(source))
  try {
    const { definition } = environment
    const spec = await specOf(environment, source, changes)
    const told = await demonstrateEpisodes({
      ...{ definition, config: unwrap(definition.parseConfig({})), split: 'train', tokenizer: asciiTokenizer },
      budget: { ...spec.rollout, contextTokens: 256 },
      episodes: examplePlans(spec, 1).slice(0, 40),
      strays: { share: spec.imitation.strays, masters: definition.spec.possibleAgents, key: [1, 2] },
    })
    const shown = told.flatMap(({ tokens, spans, lossMask }) =>
      spans
        .filter(({ state, start }) => state === 'GENERATING' && lossMask[start] === 1)
        .map(({ start }) => asciiTokenizer.decode(tokens.subarray(Math.max(0, start - 26), start))),
    )
    return { boards: new Set(shown).size, moves: shown.length }
  } finally {
    environment.dispose()
  }
}

it('two masters play a few games over and over; as a run plans it, many positions are learned from', async () => {
  const masters = await examples({ 'imitation.strays': 0 })
  expect(masters.boards).toBeLessThan(0.2 * masters.moves)
  const planned = await examples({})
  expect(planned.boards).toBeGreaterThan(0.4 * planned.moves)
}, 60_000)
