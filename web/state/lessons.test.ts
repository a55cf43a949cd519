import { describe, expect, it } from 'vitest'
import { LESSON_IDS, LESSONS } from '../../src/lessons/catalogue.ts'
import { doneOf, isRight, lessonAfter, nextStep, readDone } from './lessons.ts'

describe('progress in lessons', () => {
  it('counts the steps that were revealed, and leads to the first that was not', () => {
    const done = ['loss-mask/who-wrote-it', 'loss-mask/cancel']
    expect(doneOf('loss-mask', done)).toBe(2)
    expect(nextStep('loss-mask', done)).toBe(2)
    expect(nextStep('advantages', done)).toBe(1)
  })

  it('begins a lesson that is done at its first step, and offers the next lesson after the last step', () => {
    const all = LESSONS.stale.steps.map(({ id }) => `stale/${id}`)
    expect(nextStep('stale', all)).toBe(1)
    expect(lessonAfter('stale')).toBe('attention')
    expect(lessonAfter(LESSON_IDS.at(-1) ?? 'stale')).toBeNull()
  })

  it('is read back without what there is no more, and from whatever stands there', () => {
    expect(readDone('["stale/clip","stale/gone","../x"]')).toEqual(['stale/clip'])
    for (const text of [null, '', '{', '{"a":1}', '[[1]]', 'null']) expect(readDone(text)).toEqual([])
  })
})

describe('a prediction', () => {
  it('of a number is right within the tolerance of its question', () => {
    const step = LESSONS.advantages.steps.find(({ id }) => id === 'leave-one-out')
    if (step === undefined) throw new Error('the step is gone')
    expect(isRight(step, 1.3, 4 / 3)).toBe(true)
    expect(isRight(step, 1.2, 4 / 3)).toBe(false)
  })
})
