import { describe, expect, it } from 'vitest'
import { LESSON_IDS, LESSONS, type LessonId } from '../../../src/lessons/catalogue.ts'
import { codeOf } from '../../../src/lessons/registry.ts'
import type { LessonTools } from '../../../src/lessons/step-code.ts'
import { inputWords, labelWords } from './labels.ts'
import { LESSON_WORDS, stepWords } from './lessons.ts'

const steps = LESSON_IDS.flatMap((lesson) => LESSONS[lesson].steps.map((step) => ({ lesson, step, name: `${lesson}/${step.id}` })))

describe('the words of the lessons', () => {
  it.each(steps)('$name has code, a text, and an answer for every option', ({ lesson, step }) => {
    expect(codeOf(lesson, step.id).run).toBeTypeOf('function')
    const words = stepWords(lesson, step.id)
    expect(words.text.length).toBeGreaterThan(0)
    expect(Object.keys(words.options ?? {}).sort()).toEqual(step.question.kind === 'choose' ? [...step.question.options].sort() : [])
    for (const { name } of step.inputs ?? []) expect(inputWords(name)).not.toBe(name)
  })

  it('speak of no step that is gone', () => {
    for (const lesson of LESSON_IDS) expect(Object.keys(LESSON_WORDS[lesson].steps).sort()).toEqual(LESSONS[lesson].steps.map(({ id }) => id).sort())
  })

  it.each(steps)('$name says only what it was told: no hole, no undefined, whatever the facts', ({ lesson, step }) => {
    for (const sentence of stepWords(lesson, step.id).seen({})) expect(sentence).not.toMatch(/undefined|NaN|null/)
  })

  it.each(steps.filter(({ lesson }) => lesson !== 'coordinator'))('$name has a caption in words for what stands beside its question', ({ lesson, step }) => {
    for (const { caption } of codeOf(lesson, step.id).exhibit?.({}) ?? []) expect(labelWords(caption)).not.toBe(caption)
  })

  // A visitor moves the sliders: what is said beside them must hold wherever they stand.
  it.each([
    [[1, 0, 0, 0], 'above the others'],
    [[1, 1, 1, 0], 'falls behind'],
    [[1, 1, 0, 0], 'pushed alike'],
  ] as const)('advantages/sum says of the rewards %j who is pushed harder', async ([r1, r2, r3, r4], said) => {
    expect(await saidOf('advantages', 'sum', { r1, r2, r3, r4 })).toContain(said)
  })

  it.each([
    [1.5, 1, 'the objective is flat'],
    [1.5, -1, 'a way back is never closed'],
    [0.5, 1, 'a way back is never closed'],
    [0.5, -1, 'the objective is flat'],
    [1.1, 1, 'nothing is cut off'],
    [1.5, 0, 'pushes nowhere'],
  ])('stale/clip says of ratio %d and advantage %d what PPO does', async (ratio, advantage, said) => {
    expect(await saidOf('stale', 'clip', { ratio, advantage })).toContain(said)
  })

  it('isolation/order speaks of a difference only where there is one', async () => {
    expect(await saidOf('isolation', 'order', { count: 2 })).toContain('Two numbers have one sum')
    expect(await saidOf('isolation', 'order', { count: 3 })).toContain('happen to agree')
    expect(await saidOf('isolation', 'order', { count: 1000 })).toContain(
      'for 1\u00a0000 numbers. Addition is commutative, but rounded addition is not associative',
    )
  })

  it('shuffled/dealt counts one wrong answer as one', async () => {
    expect(await saidOf('shuffled', 'dealt', { seed: 4 })).toContain('one wrong one is paid')
  })
})

const none = (): never => {
  throw new Error('This step needs no engine.')
}
const NO_TOOLS: LessonTools = { ground: none, kernels: none, say: none, clock: none, once: none }

/** What a step that needs no engine says of the answer that its code gives. */
async function saidOf(lesson: LessonId, step: string, input: Readonly<Record<string, number>>): Promise<string> {
  const { facts } = await codeOf(lesson, step).run(input, NO_TOOLS)
  return stepWords(lesson, step).seen(facts).join(' ')
}
