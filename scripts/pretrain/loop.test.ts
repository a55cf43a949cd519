import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bytesOfText } from '../../src/base/hash.ts'
import { unwrap } from '../../src/base/result.ts'
import { loadModel } from '../../src/model/load.ts'
import type { Tensor } from '../../src/model/safetensors.ts'
import { droppedFiles } from '../../src/model/source.ts'
import { loadTokenizer } from '../../src/model/tokenizer.ts'
import { readCheckpoint, runIdentity, writeCheckpoint } from './checkpoint.ts'
import { initialWeights } from './initial-weights.ts'
import { modelFiles } from './model-files.ts'
import { RECIPES, type Recipe } from './recipe.ts'
import { START } from './schedule.ts'
import { tokenizerConfigJson, tokenizerJson, VOCABULARY } from './tokenizer-file.ts'
import { type PretrainEvent, type PretrainRun, pretrain } from './train.ts'
import { type FullTrainer, freshState, type PretrainEngine, type TrainerState } from './trainer.ts'

const arithmetic = RECIPES.get('arithmetic')
if (arithmetic === undefined) throw new Error('the recipe is gone')
const RECIPE: Recipe = {
  ...arithmetic,
  config: { ...arithmetic.config, layers: 1, width: 8, heads: 1, kvHeads: 1, headWidth: 8, mlpWidth: 8 },
  tokensPerUpdate: 80,
  cleanUpdates: 20,
  leastCleanUpdates: 20,
  greatestCleanUpdates: 60,
  noiseUpdates: 13,
  evaluateEvery: 10,
  evaluations: arithmetic.evaluations.map((plan) => ({ ...plan, episodes: 20 })),
}
const SEED = 3
const PARAMETERS = 112 * 8 + 7 * 8 * 8 + 3 * 8
const tokenizer = unwrap(loadTokenizer(tokenizerJson(), tokenizerConfigJson(64), VOCABULARY))

/** Changes weights and moments by everything it is given, so that any difference between two runs shows. */
function fakeTrainer(from: TrainerState): FullTrainer {
  let state = from
  const change = (tensors: ReadonlyMap<string, Tensor>, by: number) =>
    new Map([...tensors].map(([name, { shape, values }]) => [name, { shape, values: values.map((value, i) => Math.fround(0.9 * value + by * Math.sin(i))) }]))
  return {
    step(sequences, adam) {
      const seen = sequences.flatMap(({ tokens }) => [...tokens]).reduce((sum, id, i) => (sum + id * (i + 1)) % 9973, 0)
      const by = adam.learningRate * (1 + seen + state.step)
      state = { step: state.step + 1, weights: change(state.weights, by), moment1: change(state.moment1, by), moment2: change(state.moment2, by) }
      return Promise.resolve({ loss: seen, gradNorm: 1 })
    },
    state: () => Promise.resolve(state),
    dispose: () => {},
  }
}

/** Answers a problem rightly where, and from the moment that, `knows` says so. */
function fakeEngine(knows: (problem: number) => boolean): PretrainEngine {
  return {
    engine: 'cpu',
    device: 'fake',
    createTrainer: (_, state) => Promise.resolve(fakeTrainer(state)),
    createSampler: () =>
      Promise.resolve({
        dispose: () => {},
        sample: ({ prompts }) => {
          const sequences = prompts.map((prompt, problem) => {
            const [, a, op, b] = /(\d+)([+-])(\d+)=/.exec(tokenizer.decode(prompt.tokens)) ?? []
            const answer = op === '+' ? Number(a) + Number(b) : Number(a) - Number(b)
            const tokens = tokenizer.encode(`${knows(problem) ? answer : answer + 1}\n`)
            return { tokens, logprobs: new Float32Array(tokens.length), entropies: new Float32Array(tokens.length), stop: 'stop_token' as const }
          })
          return { result: Promise.resolve({ sequences, stamp: { snapshotHash: '', version: 0, inputHash: '' }, milliseconds: 0 }), cancel: () => {} }
        },
      }),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'pretrain-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runOf(knows: (events: readonly PretrainEvent[]) => boolean, changes: Partial<PretrainRun> = {}) {
  const events: PretrainEvent[] = []
  const run: PretrainRun = {
    recipe: RECIPE,
    seed: SEED,
    engine: fakeEngine(() => knows(events)),
    tokenizer,
    from: { position: START, state: freshState(initialWeights(RECIPE.config, SEED)) },
    save: () => {},
    log: (event) => events.push(event),
    ...changes,
  }
  return { run, events }
}

describe('pretrain', () => {
  it('starts the noise by measurement, not by count', async () => {
    const evaluations = (events: readonly PretrainEvent[]) => events.filter(({ kind }) => kind === 'evaluated').length
    const { run, events } = runOf((seen) => evaluations(seen) >= 3)
    const { passed, position, evaluation } = await pretrain(run)
    expect({ passed, update: position.update, noiseStart: position.noiseStart }).toEqual({ passed: true, update: 40 + RECIPE.noiseUpdates, noiseStart: 40 })
    expect(position.cleanTokens).toBeLessThan(position.tokens)
    expect(evaluation).toEqual({ split: 'validation', problems: 20, sampled: 1, greedy: 1 })
    expect(events.filter(({ kind }) => kind === 'noise')).toEqual([{ kind: 'noise', update: 40, tokens: position.cleanTokens }])
  })

  it('gives up on a seed that does not learn', async () => {
    const { passed, position } = await pretrain(runOf(() => false).run)
    expect({ passed, update: position.update }).toEqual({ passed: false, update: RECIPE.greatestCleanUpdates })
  })

  describe('on clean text alone', () => {
    const recipe: Recipe = { ...RECIPE, leastCleanUpdates: 0, cleanUpdates: 60, noiseUpdates: 0, greedyToPass: 0.3, greatestGreedy: 0.8 }

    it('ends at the first evaluation that is good enough, long before the planned updates', async () => {
      const { run, events } = runOf(() => true, { recipe, engine: fakeEngine((problem) => problem % 2 === 0) })
      const { passed, position, evaluation } = await pretrain(run)
      expect({ passed, update: position.update, noiseStart: position.noiseStart }).toEqual({ passed: true, update: 10, noiseStart: 10 })
      expect(position.cleanTokens).toBe(position.tokens)
      expect(evaluation.greedy).toBe(0.5)
      expect(events.map(({ kind }) => kind)).toEqual(['evaluated'])
    })

    it('gives up on a seed that knows too much by the time it is asked', async () => {
      const { passed, position, evaluation } = await pretrain(runOf(() => true, { recipe }).run)
      expect({ passed, update: position.update, greedy: evaluation.greedy }).toEqual({ passed: false, update: 10, greedy: 1 })
    })

    it('gives up on a seed that does not learn', async () => {
      const { passed, position } = await pretrain(runOf(() => false, { recipe }).run)
      expect({ passed, update: position.update }).toEqual({ passed: false, update: recipe.greatestCleanUpdates })
    })
  })

  it('resumes from a checkpoint file as if never interrupted', async () => {
    const whole = await pretrain(runOf(() => true).run)
    const path = join(folder, 'checkpoint.safetensors')
    const identity = runIdentity(RECIPE, SEED)
    class PulledPlug extends Error {}
    const interrupted = runOf(() => true, {
      save: (position, state) => {
        writeCheckpoint(path, { run: identity, position, state })
        if (position.update === 20) throw new PulledPlug()
      },
    })
    await expect(pretrain(interrupted.run)).rejects.toThrow(PulledPlug)
    const checkpoint = readCheckpoint(path, RECIPE.config)
    expect(checkpoint).toMatchObject({ run: identity, position: { update: 20, noiseStart: 20 } })
    if (checkpoint !== null) expect(await pretrain(runOf(() => true, { from: checkpoint }).run)).toEqual(whole)
  })

  it('writes a folder that loads, hash included', async () => {
    const files = await modelFiles(RECIPE, SEED, await pretrain(runOf(() => true).run))
    const source = droppedFiles([...files].map(([name, bytes]) => ({ name, arrayBuffer: () => Promise.resolve(bytes.slice().buffer) })))
    expect(await loadModel(source, { name: 'x', requireManifest: true })).toMatchObject({
      ok: true,
      value: { name: 'arithmetic', config: RECIPE.config, parameters: PARAMETERS, manifest: { seed: SEED, evaluation: { split: 'validation', greedy: 1 } } },
    })
    const manifest = new TextDecoder().decode(files.get('manifest.json'))
    const tampered = new Map(files).set(
      'manifest.json',
      bytesOfText(manifest.replace(/"hash": "./, (found) => found.slice(0, -1) + (found.endsWith('0') ? '1' : '0'))),
    )
    const other = droppedFiles([...tampered].map(([name, bytes]) => ({ name, arrayBuffer: () => Promise.resolve(bytes.slice().buffer) })))
    expect(await loadModel(other, { name: 'x' })).toMatchObject({ ok: false, error: { code: 'WEIGHTS_HASH' } })
  })
})
