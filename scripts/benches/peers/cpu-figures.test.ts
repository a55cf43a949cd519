import { expect, test } from 'vitest'
import { cpuFigures, relaxedFigures } from './cpu-figures.ts'

const entry = (shape: string, speeds: Readonly<Record<string, number>>) => ({
  shape,
  rows: Object.entries(speeds).map(([peer, gflops]) => ({ peer, gflops })),
  failed: [],
})

test('the ratio is to the faster of the WebAssembly peers, and low-rank shapes have a figure of their own', () => {
  const matmul = [
    entry('[256x256]x[256x256]', { 'tokenloom-wasm': 40, 'jaxjs-wasm': 20, 'ort-wasm': 10, tokenloom: 1 }),
    entry('[2048x8]x[8x256]', { 'tokenloom-wasm': 30, 'jaxjs-wasm': 8, 'ort-wasm': 10 }),
  ]
  expect(cpuFigures({ results: { matmul } })).toMatchObject({ cpuMatmulWorst: 2, cpuLowRankWorst: 3, cpuTrainStep: null, cpuDecode: null })
})

test('where we fail the ratio is 0', () => {
  expect(cpuFigures({ results: { matmul: [entry('[256x256]x[256x256]', { 'jaxjs-wasm': 20 })] } })).toMatchObject({ cpuMatmulWorst: 0 })
})

test('the relaxed arm has figures of its own and is never counted for the default, nor as a peer', () => {
  const matmul = [entry('[256x256]x[256x256]', { 'tokenloom-wasm': 18, 'tokenloom-wasm-relaxed': 40, 'jaxjs-wasm': 20 })]
  expect(cpuFigures({ results: { matmul } })).toMatchObject({ cpuMatmulWorst: 0.9 })
  expect(relaxedFigures({ results: { matmul } })).toMatchObject({ cpuMatmulWorstRelaxed: 2, cpuTrainStepRelaxed: null })
})
