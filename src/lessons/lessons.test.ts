import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { chooseDevice, createKernels } from '../engine/choose-kernels.ts'
import { Engine } from '../engine/engine.ts'
import { ShardedService } from '../engine/sharded-service.ts'
import { SHARD_ROWS } from '../engine/shards.ts'
import { loadModel } from '../model/load.ts'
import { droppedFiles } from '../model/source.ts'
import { hashOfTensors } from '../model/weight-hash.ts'
import { inputOf, LESSON_IDS, LESSONS, type LessonStep } from './catalogue.ts'
import { codeOf } from './registry.ts'
import type { LessonGround, LessonTools, StepResult } from './step-code.ts'

const clock = (): number => performance.now()

/** The bases of this repository on the processor, as a lesson's worker opens them in the page. */
async function groundUnderNode(base: string): Promise<LessonGround> {
  const folder = join(import.meta.dirname, '..', '..', 'public', 'models', base)
  const files = readdirSync(folder).map((name) => ({ name, arrayBuffer: async () => Uint8Array.from(readFileSync(join(folder, name))).buffer }))
  const model = unwrap(await loadModel(droppedFiles(files), { name: base, requireManifest: true }))
  const kernels = await kernelsUnderNode()
  return {
    engine: kernels.engine,
    device: kernels.device,
    tokenizer: model.tokenizer,
    bench: {
      baseHash: await hashOfTensors(model.config, model.tensors),
      open(onBatch) {
        const engine = new Engine({ kernels, model, clock, memoryLimitBytes: 2 ** 31, rowsPerPass: SHARD_ROWS, onBatch })
        return { engine, service: new ShardedService([engine], clock) }
      },
    },
  }
}

const kernelsUnderNode = async () => unwrap(await createKernels(unwrap(await chooseDevice('cpu', undefined)), { shapes: [] })).kernels

function createTools(): LessonTools {
  const made = new Map<string, Promise<unknown>>()
  return {
    ground: groundUnderNode,
    kernels: kernelsUnderNode,
    say: () => undefined,
    clock,
    once<T>(key: string, make: () => Promise<T>) {
      const known = made.get(key) ?? make()
      made.set(key, known)
      return known as Promise<T>
    },
  }
}

/** Steps that train: those of the smallest base run here too, on the processor; the others' run loop is the same. */
const isLong = ({ needs }: LessonStep): boolean => needs === 'engine'

/** What must come out wherever it runs: the texts were written for it. */
const OUTCOMES: Readonly<Record<string, string | number>> = {
  'loss-mask/who-wrote-it': 'guesses',
  'loss-mask/gradient': 'zero',
  'loss-mask/cancel': 'zero',
  'loss-mask/audit': 'gradient',
  'advantages/sum': 'zero',
  'advantages/spread': 'same',
  'advantages/equal': 'dropped',
  'advantages/leave-one-out': 1.333,
  'advantages/plus-plus': 'easy-up',
  'credit/whole': 'all',
  'credit/to-go': '1-2',
  'credit/relative': '2',
  'credit/fading': 0.25,
  'credit/luck': 'turn',
  'shuffled/dealt': 'owner',
  'coordinator/sound': 'none',
  'coordinator/double-move': 'one action a turn',
  'coordinator/leak': 'own observation',
  'coordinator/reward': 'rewards attributed',
  'coordinator/update': 'phase barrier',
  'isolation/order': 'differ',
  'stale/clip': 'none',
  'stale/sign': 'full',
  'stale/cispo': 'capped',
  'attention/sees': 'prefix',
  'attention/highest': 'broken',
  'attention/tiles': 'none',
  'attention/future': 'none',
  'attention/compare': 'seven',
}

function checkResult({ question }: LessonStep, { outcome, facts, pictures }: StepResult): void {
  if (question.kind === 'choose') expect(question.options).toContain(outcome)
  else {
    expect(outcome).toBeGreaterThanOrEqual(question.min)
    expect(outcome).toBeLessThanOrEqual(question.max)
  }
  for (const [name, value] of Object.entries(facts)) if (typeof value === 'number') expect(Number.isFinite(value), name).toBe(true)
  for (const picture of pictures) if (picture.kind !== 'sources') expect(JSON.stringify(picture)).not.toContain('null,null,null,null')
}

const steps = LESSON_IDS.flatMap((lesson) => LESSONS[lesson].steps.map((step) => ({ lesson, step, name: `${lesson}/${step.id}` })))

describe('the live code of a lesson', () => {
  it.each(steps.filter(({ step }) => !isLong(step)))('$name runs, and its outcome is one of the answers', async ({ lesson, step }) => {
    const code = codeOf(lesson, step.id)
    for (const picture of code.exhibit?.(inputOf(step)) ?? []) expect(picture.caption).not.toBe('')
    const result = await code.run(inputOf(step), createTools())
    checkResult(step, result)
    if (step.id !== 'mystery') expect(result.outcome).toBe(OUTCOMES[`${lesson}/${step.id}`])
  })

  it('names a fault for every seed of the mystery', async () => {
    const found = new Set<string | number>()
    for (let seed = 1; seed <= 6; seed++) found.add((await codeOf('coordinator', 'mystery').run({ seed }, createTools())).outcome)
    expect([...found].sort()).toEqual(['double_move', 'no_turn_barrier', 'shuffled_order'])
  })

  it('of the steps about adapters runs on the processor: nothing differs, nothing leaks, the base stays', { timeout: 120_000 }, async () => {
    const tools = createTools()
    const outcomes: unknown[] = []
    for (const step of ['shared', 'gradient', 'base']) outcomes.push((await codeOf('isolation', step).run({}, tools)).outcome)
    expect(outcomes).toEqual(['none', 'zero', 'same'])
  })

  it('of the curves leaves the naming to the auditor: no alarm under the sound coordinator, the fault by its name', { timeout: 120_000 }, async () => {
    const { outcome, facts } = await codeOf('coordinator', 'curves').run({}, createTools())
    expect({ outcome, name: facts['name'], alarms: facts['alarms'] }).toEqual({ outcome: 'among', name: 'shuffled_order', alarms: 0 })
    expect(facts['violations']).toBeGreaterThan(0)
  })

  it.each(steps.filter(({ step }) => step.inputs !== undefined && !isLong(step)))('$name runs at both ends of every setting', async ({ lesson, step }) => {
    const code = codeOf(lesson, step.id)
    for (const { name, min, max } of step.inputs ?? []) {
      for (const value of [min, max]) {
        const input = { ...inputOf(step), [name]: value }
        code.exhibit?.(input)
        const { facts } = await code.run(input, createTools())
        for (const fact of Object.values(facts)) if (typeof fact === 'number') expect(Number.isFinite(fact), `${name} = ${value}`).toBe(true)
      }
    }
  })
})
