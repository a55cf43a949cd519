import { expect, test } from 'vitest'
import type { Tensor } from '../../src/model/safetensors.ts'
import { EMBEDDING } from '../../src/model/weights.ts'
import { redrawAlike } from './initial-weights.ts'

const embedding: Tensor = { shape: [4, 3], values: Float32Array.of(1, 0, 0, 1, 0.1, 0, 0, 2, 0, 0, 0, 3) }
const other: Tensor = { shape: [1], values: Float32Array.of(5) }

test('rows that lie closer than that to another begin anew, all else stays', () => {
  const drawn = redrawAlike(
    new Map([
      [EMBEDDING, embedding],
      ['other', other],
    ]),
    1,
    0.6,
  )
  const values = drawn.get(EMBEDDING)?.values ?? new Float32Array()
  expect([...values.subarray(6)]).toEqual([...embedding.values.subarray(6)])
  for (const index of [0, 1, 2, 3, 4, 5]) expect(values[index]).not.toBe(embedding.values[index])
  expect(values.subarray(0, 3)).not.toEqual(values.subarray(3, 6))
  expect(drawn.get('other')).toBe(other)
  expect(embedding.values[0]).toBe(1)
  expect(redrawAlike(new Map([[EMBEDDING, embedding]]), 1, 0.05).get(EMBEDDING)?.values).toEqual(embedding.values)
  expect(redrawAlike(new Map([[EMBEDDING, embedding]]), 1, 0.6).get(EMBEDDING)?.values).toEqual(values)
})
