import { describe, expect, test } from 'vitest'
import { pictureRowIds } from '../base/picture-rows.ts'
import type { Datum, ImageChunk } from '../service/index.ts'
import { validateData, validateSample } from './validate.ts'
import { imagesComplaint } from './validate-images.ts'

const PATCH = { size: 2, channels: 1 } as const
const image = (fill: number): ImageChunk => ({ type: 'image', width: 4, height: 2, channels: 1, data: new Uint8Array(8).fill(fill), expectedTokens: 2 })
const ONE = image(1)
const rows = (of: ImageChunk): number[] => [...pictureRowIds(of, of.expectedTokens)]
const SEEN = { tokens: Uint32Array.of(5, ...rows(ONE), 6), images: [{ start: 1, image: ONE }] }

describe('pictures', () => {
  test('that the tokens name pass, and so does text alone', () => {
    expect(imagesComplaint(SEEN, PATCH)).toBeNull()
    expect(imagesComplaint({ tokens: Uint32Array.of(1, 2) }, undefined)).toBeNull()
  })

  test.each([
    ['for a base that reads text alone', SEEN, undefined],
    ['that are not there', { tokens: SEEN.tokens }, PATCH],
    ['of other pixels than the tokens say', { ...SEEN, images: [{ start: 1, image: image(2) }] }, PATCH],
    ['at another place', { ...SEEN, images: [{ start: 0, image: ONE }] }, PATCH],
    ['beyond the tokens', { ...SEEN, images: [{ start: 3, image: ONE }] }, PATCH],
    ['twice', { ...SEEN, images: [...SEEN.images, ...SEEN.images] }, PATCH],
    ['in colours that the base does not read', SEEN, { size: 2, channels: 3 } as const],
    ['that cannot be cut', SEEN, { size: 4, channels: 1 } as const],
    ['with too few bytes', { ...SEEN, images: [{ start: 1, image: { ...ONE, data: new Uint8Array(7) } }] }, PATCH],
    ['with more rows than they have', { ...SEEN, images: [{ start: 1, image: { ...ONE, expectedTokens: 3 } }] }, PATCH],
  ])('%s are refused', (_, seen, patch) => {
    expect(imagesComplaint(seen, patch)).not.toBeNull()
  })
})

const BOUNDS = { vocabulary: 10, contextTokens: 8, patch: PATCH }
const codeOf = (check: () => void): unknown => {
  try {
    check()
    return undefined
  } catch (error) {
    return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : error
  }
}

test('a datum with pictures is taken, unless one of its rows is trained on', () => {
  const datum: Datum = { id: 'd', ...SEEN, lossMask: Uint8Array.of(0, 0, 0, 1), coefficients: new Float32Array(4) }
  expect(codeOf(() => validateData([datum], BOUNDS))).toBeUndefined()
  expect(codeOf(() => validateData([{ ...datum, lossMask: Uint8Array.of(0, 0, 1, 1) }], BOUNDS))).toBe('DATUM_INVALID')
})

test('a group shares its prompt only when it shares its pictures', () => {
  const other = image(9)
  const prompt = (of: ImageChunk, number: number) =>
    ({ tokens: Uint32Array.of(5, ...rows(of), 6), images: [{ start: 1, image: of }], group: 'g', stream: [number, 0] }) as const
  const params = { maxTokens: 2, temperature: 1, stopTokens: [] }
  const ask = (of: ImageChunk) => () => validateSample({ snapshot: 'base', prompts: [prompt(ONE, 0), prompt(of, 1)], params, key: [0, 0] }, BOUNDS)
  expect(codeOf(ask(ONE))).toBeUndefined()
  expect(codeOf(ask(other))).toBe('SAMPLE_INVALID')
})
