// The pretraining loop: clean text until the base answers as the recipe asks, then, if it asks for them, wrong answers mixed in.
// Engine, storage and log are parameters; the clock belongs to the log. Knows no files and no device.

import { tokenloomError } from '../../src/base/errors.ts'
import type { TrainSequence } from '../../src/model/full-trainer.ts'
import type { Tokenizer } from '../../src/model/tokenizer.ts'
import { drawBatch, tokenCount, updateFlop } from './batch.ts'
import { type BaseEvaluation, evaluateBase } from './evaluate.ts'
import type { Recipe } from './recipe.ts'
import { adamOf, hasFailed, isFinished, type Position, passes } from './schedule.ts'
import { withSpelledPatches } from './spelled-patches.ts'
import type { FullTrainer, PretrainEngine, TrainerState } from './trainer.ts'

export type PretrainEvent =
  | {
      readonly kind: 'updated'
      readonly update: number
      readonly tokens: number
      readonly teraFlop: number
      readonly loss: number
      readonly gradNorm: number
      readonly learningRate: number
    }
  | { readonly kind: 'evaluated'; readonly update: number; readonly tokens: number; readonly evaluation: BaseEvaluation }
  | { readonly kind: 'noise'; readonly update: number; readonly tokens: number }

export interface PretrainRun {
  readonly recipe: Recipe
  readonly seed: number
  readonly engine: PretrainEngine
  readonly tokenizer: Tokenizer
  readonly from: { readonly position: Position; readonly state: TrainerState }
  /** Keeps what a later run resumes from; called after every evaluation. */
  save(position: Position, state: TrainerState): void
  log(event: PretrainEvent): void
}

export interface PretrainResult {
  /** False when the clean stage gave up: what was learned is too little for a base, or too much. */
  readonly passed: boolean
  readonly position: Position
  readonly state: TrainerState
  readonly evaluation: BaseEvaluation
}

/** Updates between two lines of the log. */
const LOG_EVERY = 25

export async function pretrain(run: PretrainRun): Promise<PretrainResult> {
  const { recipe } = run
  let trainer = await run.engine.createTrainer(recipe.config, run.from.state)
  const batches = batchesOf(run)
  try {
    let position = run.from.position
    for (;;) {
      while (!isFinished(recipe, position)) {
        if (position.update > 0 && position.update === recipe.words?.updates) {
          const seeing = withSpelledPatches(recipe.config, await trainer.state(), run.tokenizer)
          trainer.dispose()
          trainer = await run.engine.createTrainer(recipe.config, seeing)
        }
        position = await update(run, trainer, batches, position)
        if (position.update % recipe.evaluateEvery === 0) break
      }
      const state = await trainer.state()
      const evaluation = await evaluate(run, state)
      run.log({ kind: 'evaluated', update: position.update, tokens: position.tokens, evaluation })
      if (isFinished(recipe, position)) return { passed: true, position, state, evaluation }
      if (passes(recipe, position, evaluation.greedy)) {
        position = { ...position, noiseStart: position.update }
        // Clean text alone: the measurement that ends the stage has just judged the base.
        if (isFinished(recipe, position)) return { passed: true, position, state, evaluation }
        run.log({ kind: 'noise', update: position.update, tokens: position.tokens })
      }
      run.save(position, state)
      if (hasFailed(recipe, position, evaluation.greedy)) return { passed: false, position, state, evaluation }
    }
  } finally {
    trainer.dispose()
  }
}

type Batches = (update: number, noisy: boolean) => TrainSequence[]

/** Draws an update's batch, or gives the one that was drawn ahead. */
function batchesOf({ recipe, seed, tokenizer }: PretrainRun): Batches {
  const ahead = new Map<string, TrainSequence[]>()
  return (update, noisy) => {
    const name = `${update} ${noisy}`
    const batch = ahead.get(name) ?? drawBatch(recipe, seed, update, noisy, tokenizer)
    // One batch is kept: the last one asked for.
    ahead.clear()
    ahead.set(name, batch)
    return batch
  }
}

async function update(run: PretrainRun, trainer: FullTrainer, batches: Batches, position: Position): Promise<Position> {
  const { recipe } = run
  const noisy = position.noiseStart !== null
  const sequences = batches(position.update, noisy)
  const adam = adamOf(recipe, position)
  const stepping = trainer.step(sequences, adam)
  // While the engine works, the next batch is drawn.
  batches(position.update + 1, noisy)
  const { loss, gradNorm } = await stepping
  if (!Number.isFinite(loss))
    throw tokenloomError(
      'NOT_FINITE',
      `The loss of update ${position.update} is ${loss}.`,
      'Resume from the checkpoint with a lower learning rate in the recipe.',
    )
  const tokens = tokenCount(sequences)
  const next = {
    update: position.update + 1,
    noiseStart: position.noiseStart,
    tokens: position.tokens + tokens,
    cleanTokens: position.cleanTokens + (noisy ? 0 : tokens),
    flop: position.flop + updateFlop(recipe.config, sequences),
  }
  if (next.update % LOG_EVERY === 0)
    run.log({ kind: 'updated', update: next.update, tokens: next.tokens, teraFlop: next.flop / 1e12, loss, gradNorm, learningRate: adam.learningRate })
  return next
}

async function evaluate(run: PretrainRun, state: TrainerState): Promise<BaseEvaluation> {
  const sampler = await run.engine.createSampler(run.recipe.config, state.weights)
  try {
    return await evaluateBase(sampler, run.tokenizer, run.recipe)
  } finally {
    sampler.dispose()
  }
}
