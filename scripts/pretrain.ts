// npm run pretrain: trains a shipped base from scratch, all parameters, with this project's own engine. One JSON
// line per measurement goes to stdout and to log.jsonl in the run's folder, beside the checkpoint; the finished
// model stands in `model/` there. What is done is scripts/pretrain/; this file is arguments, files and the clock.

import { createHash } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { tokenloomError } from '../src/base/errors.ts'
import { unwrap } from '../src/base/result.ts'
import { parseSafetensors } from '../src/model/safetensors.ts'
import { loadTokenizer } from '../src/model/tokenizer.ts'
import { parseCommandLine, root, runCommand, say, userPath, wholeNumber } from './command/command.ts'
import { engineChoice, engineOption } from './command/engine.ts'
import { type Checkpoint, readCheckpoint, runIdentity, writeCheckpoint } from './pretrain/checkpoint.ts'
import { openPretrainEngine } from './pretrain/engine.ts'
import { initialWeights, redrawAlike, weightsFrom } from './pretrain/initial-weights.ts'
import { modelFiles } from './pretrain/model-files.ts'
import { RECIPES, type Recipe } from './pretrain/recipe.ts'
import { START } from './pretrain/schedule.ts'
import { serveThisThread } from './pretrain/shard.ts'
import { SHARDS } from './pretrain/sharded-trainer.ts'
import { tokenizerConfigJson, tokenizerJson } from './pretrain/tokenizer-file.ts'
import { pretrain } from './pretrain/train.ts'
import { freshState } from './pretrain/trainer.ts'

const USAGE = 'npm run pretrain -- [RECIPE] [--seed N] [--engine wgsl|cpu|auto] [--cores N] [--out DIR] [--resume]'
const HELP = `
Trains a shipped base from nothing, all parameters, with this project's own engine.

  RECIPE        ${[...RECIPES.keys()].join(', ')}; arithmetic unless said otherwise
  --seed N      1 unless said otherwise
  --engine NAME wgsl, cpu or auto
  --cores N     of the CPU engine, at most ${SHARDS}
  --out DIR     runs/pretrain-RECIPE-SEED unless said otherwise
  --resume      goes on from the checkpoint in that folder`

function recipeCalled(name: string): Recipe {
  const recipe = RECIPES.get(name)
  if (recipe === undefined)
    throw tokenloomError('PRESET_UNKNOWN', `There is no recipe "${name}".`, `Recipes: ${[...RECIPES.keys()].join(', ')}. Usage: ${USAGE}`)
  return recipe
}

/** Random ones, or those of the base that the recipe begins with, which must be the very one that it names. */
function firstWeights({ config, from }: Recipe, seed: number): ReturnType<typeof initialWeights> {
  if (from === undefined) return initialWeights(config, seed)
  const path = join(root, 'public', 'models', from.base, 'model.safetensors')
  const bytes = new Uint8Array(readFileSync(path))
  if (createHash('sha256').update(bytes).digest('hex') !== from.hash)
    throw tokenloomError('WEIGHTS_HASH', `${path} is not the base that the recipe begins with.`, 'Take the base of the same version of the repository.', path)
  const weights = weightsFrom(config, seed, unwrap(parseSafetensors(bytes)))
  return from.redrawn === undefined ? weights : redrawAlike(weights, seed, from.redrawn)
}

/** Where the run goes on: at its checkpoint with --resume, else at the beginning. Never overwrites unfinished work. */
function beginning(recipe: Recipe, seed: number, path: string, resume: boolean): Checkpoint {
  const run = runIdentity(recipe, seed)
  if (!resume) {
    if (existsSync(path))
      throw tokenloomError(
        'ARGUMENT_INVALID',
        `${path} belongs to an unfinished run.`,
        'Go on with --resume, choose another --out, or delete the file.',
        '--out',
      )
    return { run, position: START, state: freshState(firstWeights(recipe, seed)) }
  }
  const checkpoint = readCheckpoint(path, recipe.config)
  if (checkpoint === null)
    throw tokenloomError('ARGUMENT_INVALID', `There is no ${path} to resume from.`, 'Leave --resume out, or name the folder of the run with --out.', '--resume')
  if (checkpoint.run !== run)
    throw tokenloomError(
      'ARGUMENT_INVALID',
      `${path} was written with another recipe or seed.`,
      'Resume with the recipe and seed that began the run.',
      '--seed',
    )
  return checkpoint
}

async function command(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseCommandLine(
    args,
    { seed: { type: 'string' }, ...engineOption, cores: { type: 'string' }, out: { type: 'string' }, resume: { type: 'boolean' } },
    USAGE,
    HELP,
  )
  const recipe = recipeCalled(positionals[0] ?? 'arithmetic')
  const seed = wholeNumber(values.seed, '--seed', 0, Number.MAX_SAFE_INTEGER) ?? 1
  const out = values.out === undefined ? join(root, 'runs', `pretrain-${recipe.name}-${seed}`) : userPath(values.out)
  const choice = engineChoice(values.engine) ?? 'auto'
  const checkpointPath = join(out, 'checkpoint.safetensors')
  mkdirSync(out, { recursive: true })
  const from = beginning(recipe, seed, checkpointPath, values.resume === true)

  const count = wholeNumber(values.cores, '--cores', 1, SHARDS) ?? Math.min(SHARDS, availableParallelism())
  const engine = await openPretrainEngine(recipe.config, choice, { count, script: import.meta.url })
  const started = performance.now()
  const log = (event: object): void => {
    const line = `${JSON.stringify({ ...event, seconds: Math.round(performance.now() - started) / 1000 })}\n`
    process.stdout.write(line)
    appendFileSync(join(out, 'log.jsonl'), line)
  }
  log({ kind: 'started', recipe: recipe.name, seed, engine: engine.engine, device: engine.device, update: from.position.update })
  const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(recipe.config.contextTokens), recipe.config.vocabulary, recipe.config.patch))
  const save = (position: Checkpoint['position'], state: Checkpoint['state']): void => {
    writeCheckpoint(checkpointPath, { run: from.run, position, state })
    // The end of the clean stage is kept: another share of noise can be tried from there.
    if (position.noiseStart === position.update) copyFileSync(checkpointPath, join(out, 'clean.safetensors'))
  }
  const result = await pretrain({ recipe, seed, engine, tokenizer, from, save, log })
  if (!result.passed) {
    say(
      `After ${result.position.tokens} tokens the base's greedy figure on validation is ${result.evaluation.greedy.toFixed(3)}; the recipe asks for ${recipe.greedyToPass} to ${recipe.greatestGreedy}.`,
    )
    say('Seeds differ a lot: try another one with --seed.')
    return 1
  }
  const folder = join(out, 'model')
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of await modelFiles(recipe, seed, result)) writeFileSync(join(folder, name), bytes)
  rmSync(checkpointPath, { force: true })
  // Over everything since this command began, evaluations included.
  const gigaFlopPerSecond = (result.position.flop - from.position.flop) / 1e6 / (performance.now() - started)
  const { tokens, flop } = result.position
  log({ kind: 'finished', folder, tokens, teraFlop: flop / 1e12, gigaFlopPerSecond, evaluation: result.evaluation })
  return 0
}

// The threads of the CPU engine run this very script.
if (!serveThisThread()) await runCommand(command)
