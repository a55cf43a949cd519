// The tables at which the auditor is checked: the built-in games of several agents, and protocols drawn at random. Knows
// how a batch is drawn from its number; nothing of what is found there.

import type { Json } from '../../../src/base/json.ts'
import { createRng, type Key } from '../../../src/base/random.ts'
import { unwrap } from '../../../src/base/result.ts'
import type { AuditedBatch } from '../../../src/coordinator/testing/audited-batch.ts'
import { bytes } from '../../../src/coordinator/testing/bytes-tokenizer.ts'
import type { EnvironmentDefinition } from '../../../src/environments/contract.ts'
import { gomoku } from '../../../src/environments/gomoku/gomoku.ts'
import { harvest, harvestForEight } from '../../../src/environments/harvest/harvest.ts'
import { kuhn } from '../../../src/environments/kuhn/kuhn.ts'
import { drawProtocol, randomProtocol } from '../../../src/environments/testing/random-protocol.ts'
import { tictactoe } from '../../../src/environments/tictactoe/tictactoe.ts'

export interface Table {
  readonly name: string
  readonly batch: (seed: number, episodes: number) => AuditedBatch
}

const KEY: Key = [0x61756469, 0x746f72]

/** A built-in game, its words under the action mask, at either pace. */
function game(definition: EnvironmentDefinition, config: Json = {}): Table {
  return {
    name: definition.spec.id,
    batch: (seed, episodes) => ({
      definition,
      config: unwrap(definition.parseConfig(config)),
      tokenizer: bytes,
      seed,
      episodes,
      masked: true,
      pace: seed % 2 === 0 ? 'lockstep' : 'asynchronous',
    }),
  }
}

export const GAMES: readonly Table[] = [
  game(kuhn),
  game(tictactoe, { opponent: 'none' }),
  game(gomoku, { opponent: 'none' }),
  game(harvest),
  game(harvestForEight),
]

/** Another protocol, other agents, another pace with every seed; scripts at some seats, nonsense among the words. */
export const PROTOCOLS: Table = {
  name: 'random protocols',
  batch(seed, episodes) {
    const rng = createRng(KEY, seed)
    const definition = randomProtocol(drawProtocol(rng))
    const scripts = rng.integer(4)
    return {
      definition,
      config: {},
      tokenizer: bytes,
      seed,
      episodes,
      masked: rng.integer(2) === 0,
      pace: rng.integer(2) === 0 ? 'lockstep' : 'asynchronous',
      nonsense: [0, 0.05, 0.3][rng.integer(3)] ?? 0,
      scripted: (agent) => scripts > 0 && agent % (scripts + 1) === scripts,
    }
  },
}
