import { describe, expect, it } from 'vitest'
import { FIRST_PICTURE_ROW } from '../../src/base/picture-rows.ts'
import { columnsOf, imagesAmong, squareShares } from './step-pictures.ts'
import { sequenceText } from './token-filter.ts'
import { hasPictures, pictureSpan, type TokenStep, tokenText } from './token-step.ts'

const row = (place: number): number => FIRST_PICTURE_ROW + 7 * place
const ids = Uint32Array.from([row(1), row(2), row(3), row(4), 0, 1, row(5), row(6), 1, 0])
// What the functions read of a step.
const step = { ids, vocabulary: ['a', 'b'] } as unknown as TokenStep
const sequence = (start: number, end: number) => ({ start, end }) as Parameters<typeof pictureSpan>[1]

describe('what was attended to', () => {
  const image = { type: 'image', width: 16, height: 16, channels: 1, data: new Uint8Array(), expectedTokens: 4 } as const
  const picture = { width: 16, height: 16, channels: 1, data: '', patch: 8, image } as const

  it('is asked with the pictures that stand before the token, or not at all', () => {
    const known = new Map([
      [row(1), picture],
      [row(5), picture],
    ])
    expect(imagesAmong(ids, known)).toEqual([
      { start: 0, image },
      { start: 6, image },
    ])
    expect(imagesAmong(ids, new Map([[row(1), picture]]))).toBeNull()
    expect(imagesAmong(Uint32Array.from([0, 1]), new Map())).toEqual([])
  })

  it('is shown by square, the greatest share as 1', () => {
    expect(squareShares([0.1, 0.2, 0.4, 0, 0.3], 0, 4)).toEqual([0.25, 0.5, 1, 0])
    expect(squareShares([0, 0, 1], 0, 2)).toBeNull()
  })
})

describe('rows of pictures among tokens', () => {
  it('belong to the picture that they stand in, and text to none', () => {
    const whole = sequence(0, 10)
    expect([0, 3].map((index) => pictureSpan(step, whole, index))).toEqual([
      { start: 0, end: 4 },
      { start: 0, end: 4 },
    ])
    expect(pictureSpan(step, whole, 6)).toEqual({ start: 6, end: 8 })
    expect([4, 5, 8].map((index) => pictureSpan(step, whole, index))).toEqual([null, null, null])
  })

  it('end where their sequence ends', () => {
    expect(pictureSpan(step, sequence(2, 7), 3)).toEqual({ start: 2, end: 4 })
    expect(pictureSpan(step, sequence(2, 7), 6)).toEqual({ start: 6, end: 7 })
    expect(pictureSpan(step, sequence(2, 7), 0)).toBeNull()
  })

  it('are one word in the text of a sequence, and no token of the vocabulary', () => {
    expect(sequenceText(step, sequence(0, 10))).toBe('[picture]ab[picture]ba')
    expect([tokenText(step, row(1)), tokenText(step, 1), tokenText(step, 9)]).toEqual(['▦', 'b', '‹9›'])
    expect([hasPictures(step), hasPictures({ ...step, ids: Uint32Array.from([0, 1]) })]).toEqual([true, false])
  })

  it('stand in as many columns as the picture has, or as a square one would', () => {
    const image = { type: 'image', width: 64, height: 32, channels: 1, data: new Uint8Array(), expectedTokens: 32 } as const
    const picture = { width: 64, height: 32, channels: 1, data: '', patch: 8, image } as const
    expect([columnsOf(picture, 32), columnsOf(null, 16), columnsOf(null, 32), columnsOf(null, 6)]).toEqual([8, 4, 8, 6])
  })
})
