import { expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { ServiceDescription } from '../service/index.ts'
import { createRunDigest } from './run-digest.ts'

const SPEC = unwrap(parseRunSpec({ preset: 'arithmetic' }))
const SERVICE: ServiceDescription = {
  engine: 'wgsl',
  device: 'a device',
  software: true,
  variants: { matmul: 'blocks' },
  shaderHash: 'a',
  base: { name: 'arithmetic', hash: 'b', parameters: 1, contextTokens: 128, vocabulary: 112 },
}

function digestOf(service: ServiceDescription, seed = 1): Promise<string> {
  const digest = createRunDigest()
  digest.started({ ...SPEC, seed }, service)
  return digest.value()
}

test('which of several kernels with equal bits was faster today is no decision', async () => {
  expect(await digestOf({ ...SERVICE, variants: { matmul: 'blocks, loads shared by quads' } })).toBe(await digestOf(SERVICE))
})

test.each([
  ['the engine', { engine: 'cpu' }],
  ['the device', { device: 'another' }],
  ['the shaders', { shaderHash: 'c' }],
  ['the base', { base: { ...SERVICE.base, hash: 'd' } }],
] as const)('%s is named by the digest', async (_, change) => {
  expect(await digestOf({ ...SERVICE, ...change })).not.toBe(await digestOf(SERVICE))
})

test('so is the spec', async () => {
  expect(await digestOf(SERVICE, 2)).not.toBe(await digestOf(SERVICE))
})
