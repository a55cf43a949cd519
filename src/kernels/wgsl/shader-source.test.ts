import { describe, expect, test } from 'vitest'
import { reflectShader } from '../../gpu/reflect.ts'
import { shaderFiles, shaderSource, variantName } from './shader-source.ts'

const names = shaderFiles()
  .map(([name]) => name)
  .filter((name) => !name.startsWith('include/'))

describe.each(names)('%s.wgsl', (name) => {
  const text = shaderSource(name, { lanes: 4, queries: 4, share: 'none' })

  test('opens with what it computes', () => {
    expect(shaderFiles().find(([file]) => file === name)?.[1]).toMatch(/^\/\/ .*\n\/\/ /)
  })

  test('finds everything it includes', () => {
    expect(text).not.toContain('#include')
  })

  test('keeps to what every device has: eight storage tensors, 256 bytes of parameters', () => {
    const io = reflectShader(text)
    expect(io.storage.length).toBeGreaterThan(0)
    expect(io.storage.length).toBeLessThanOrEqual(8)
    expect(io.storage.map(({ binding }) => binding)).toEqual(io.storage.map((_, i) => i))
    expect(io.params.length).toBeLessThanOrEqual(64)
  })
})

test('subgroups are asked for only by what shares loads', () => {
  expect(reflectShader(shaderSource('matmul_nt', { share: 'quad' })).features).toContain('subgroups')
  expect(reflectShader(shaderSource('matmul_nt', { share: 'none' })).features).toEqual([])
})

test('a variant is named by what was chosen', () => {
  expect(variantName('embed')).toBe('embed')
  expect(variantName('attention', { lanes: 4, queries: 1, constants: { HEAD_GROUPS: 2 } })).toBe('attention (lanes 4, queries 1, HEAD_GROUPS 2)')
})

test('a shader that does not exist is a defect', () => {
  expect(() => shaderSource('nonsense')).toThrow('nonsense.wgsl')
})
