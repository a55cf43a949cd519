import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import { pictureOf } from '../environments/picture.ts'
import { createEpisodeMachine } from './machine.ts'
import { encodePrompt, imageOf } from './prompt.ts'

const encode = (text: string): Uint32Array => Uint32Array.from(text, (character) => character.charCodeAt(0))
const seeing = { encode, patch: { size: 8, channels: 1 } } as const
const grey = (fill: number, side = 16) => pictureOf(side, side, 1, new Uint8Array(side * side).fill(fill))

const codeOf = (work: () => unknown): string => {
  try {
    work()
  } catch (thrown) {
    return thrown instanceof TokenloomError ? thrown.code : 'plain'
  }
  return 'none'
}

describe('a prompt with pictures', () => {
  it('has rows where the marks stand, and text around them', () => {
    const { tokens, images } = encodePrompt(seeing, `a${PICTURE_MARK}bc${PICTURE_MARK}`, [grey(1), grey(2, 24)])
    expect(tokens.length).toBe(1 + 4 + 2 + 9)
    expect(images.map(({ start, image }) => [start, image.expectedTokens])).toEqual([
      [1, 4],
      [7, 9],
    ])
    expect([...tokens].map(isPictureRow)).toEqual([false, ...Array(4).fill(true), false, false, ...Array(9).fill(true)])
  })

  it('is text alone where no picture is shown', () => {
    expect(encodePrompt({ encode }, 'abc')).toEqual({ tokens: encode('abc'), images: [] })
  })

  it('names what does not go together', () => {
    expect(codeOf(() => encodePrompt(seeing, `${PICTURE_MARK}${PICTURE_MARK}`, [grey(1)]))).toBe('plain')
    expect(codeOf(() => encodePrompt(seeing, 'a', [grey(1)]))).toBe('plain')
    expect(codeOf(() => encodePrompt({ encode }, PICTURE_MARK, [grey(1)]))).toBe('PICTURE_UNSUPPORTED')
    expect(codeOf(() => encodePrompt(seeing, PICTURE_MARK, [grey(1, 12)]))).toBe('PICTURE_INVALID')
    expect(codeOf(() => encodePrompt(seeing, PICTURE_MARK, [{ ...grey(1), data: 'AAAA' }]))).toBe('plain')
  })

  it('is read in the channels of the base', () => {
    const colour = pictureOf(
      8,
      8,
      3,
      Uint8Array.from({ length: 192 }, (_, i) => (i % 3 === 0 ? 255 : 0)),
    )
    expect(new Set(imageOf(colour, seeing.patch).data)).toEqual(new Set([76]))
    expect([...imageOf(grey(9, 8), { size: 8, channels: 3 }).data]).toEqual(Array(192).fill(9))
  })
})

describe('an episode with pictures', () => {
  it('keeps them where they were shown, with loss mask 0', () => {
    const machine = createEpisodeMachine({ episode: 0, agent: 'solver', group: 0 }, { maxTokensPerTurn: 4, maxTokensPerEpisode: 64, contextTokens: 64 })
    machine.begin(encodePrompt(seeing, `${PICTURE_MARK}a`, [grey(1)]))
    machine.write({ tokens: encode('xy'), logprobs: new Float32Array(2), entropies: new Float32Array(2) }, 1, true)
    machine.observe(encodePrompt(seeing, `b${PICTURE_MARK}`, [grey(2)]))
    expect(machine.turn().images.map(({ start }) => start)).toEqual([0, 8])
    machine.end('completed')
    const { tokens, lossMask, images = [] } = machine.trajectory()
    expect(images.map(({ start, image }) => [start, image.data[0]])).toEqual([
      [0, 1],
      [8, 2],
    ])
    expect([...tokens].some((id, i) => isPictureRow(id) && lossMask[i] === 1)).toBe(false)
  })
})
