// The bench `cores`: one training step of pretraining, sharded over one thread and over two, in turn. Both trainers start from the
// same weights and see the same text, so they must end with the same bits. Its threads run this very file.

import { availableParallelism, loadavg } from 'node:os'
import { assert, at } from '../../src/base/assert.ts'
import { canonicalJson } from '../../src/base/json.ts'
import { unwrap } from '../../src/base/result.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'
import { drawBatch, updateFlop } from '../pretrain/batch.ts'
import { openPretrainEngine } from '../pretrain/engine.ts'
import { initialWeights } from '../pretrain/initial-weights.ts'
import { RECIPES } from '../pretrain/recipe.ts'
import { adamOf, START } from '../pretrain/schedule.ts'
import { serveThisThread } from '../pretrain/shard.ts'
import { tokenizerConfigJson, tokenizerJson } from '../pretrain/tokenizer-file.ts'
import { type FullTrainer, freshState } from '../pretrain/trainer.ts'
import { coresFigures, type StepTime } from './cores/figures.ts'

const USAGE = 'npm run bench -- cores [--engine cpu] [--rounds N] [--json]'
const RECIPE = 'arithmetic'
const SEED = 1
/** Until the threads' code is compiled for good. */
const WARM_UP = 10

export const claim: Claim = {
  summary: 'A training step of pretraining on two threads against one: speed, and the same bits.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, rounds: { type: 'string' } }, USAGE)
    engineChoice(values.engine, ['cpu'])
    const rounds = wholeNumber(values.rounds, '--rounds', 1, 10_000) ?? 60
    const recipe = RECIPES.get(RECIPE)
    assert(recipe !== undefined, `there is no recipe ${RECIPE}`)
    const { config } = recipe
    const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(config.contextTokens), config.vocabulary))
    const state = freshState(initialWeights(config, SEED))
    const open = async (count: number): Promise<FullTrainer> =>
      (await openPretrainEngine(config, 'cpu', { count, script: import.meta.url })).createTrainer(config, state)
    const trainers = [await open(1), await open(2)]
    const times: StepTime[] = []
    try {
      say(`${rounds} steps on one thread and on two, in turn …`)
      for (let update = 0; update < WARM_UP + rounds; update++) {
        const sequences = drawBatch(recipe, SEED, update, false, tokenizer)
        const adam = adamOf(recipe, { ...START, update })
        const milliseconds: number[] = []
        for (const trainer of trainers) {
          const start = performance.now()
          await trainer.step(sequences, adam)
          milliseconds.push(performance.now() - start)
        }
        if (update >= WARM_UP) times.push({ one: at(milliseconds, 0), two: at(milliseconds, 1), flop: updateFlop(config, sequences) })
      }
      const [one, two] = await Promise.all(
        trainers.map(async (trainer) => [...(await trainer.state()).weights].map(([name, { values }]) => [name, [...values]])),
      )
      return {
        engine: 'cpu',
        recipe: RECIPE,
        ...coresFigures(times),
        sameBits: canonicalJson(one ?? []) === canonicalJson(two ?? []),
        cores: availableParallelism(),
        load: Number(at(loadavg(), 0).toFixed(2)),
      }
    } finally {
      for (const trainer of trainers) trainer.dispose()
    }
  },
}

serveThisThread()
