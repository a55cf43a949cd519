import { describe, expect, it } from 'vitest'
import { LESSON_IDS, LESSONS } from '../../../src/lessons/catalogue.ts'
import { codeOf } from '../../../src/lessons/registry.ts'
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
})
