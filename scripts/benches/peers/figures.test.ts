import { expect, test } from 'vitest'
import { peerFigures } from './figures.ts'

const peers = {
  tokenloom: { ok: true, kind: 'webgpu' },
  jaxjs: { ok: true, kind: 'webgpu' },
  tfjs: { ok: true, kind: 'webgpu' },
  'raw-sg': { ok: true, kind: 'webgpu' },
  'jaxjs-wasm': { ok: true, kind: 'wasm' },
}
const entry = (shape: string, speeds: Readonly<Record<string, number>>) => ({
  shape,
  rows: Object.entries(speeds).map(([peer, gflops]) => ({ peer, gflops })),
  failed: [],
})

test('the ratio is to the fastest WebGPU peer; hand-written floors and WebAssembly are no peers', () => {
  const result = { peers, results: { matmul: [entry('[256x256]x[256x256]', { tokenloom: 4, jaxjs: 2, tfjs: 0.5, 'raw-sg': 9, 'jaxjs-wasm': 30 })] } }
  expect(peerFigures(result)).toMatchObject({ matmulWorst: 2, comparedWith: ['jaxjs', 'tfjs'] })
})

test('added shapes count as skinny and not among the listed ones', () => {
  const result = {
    peers,
    results: {
      matmul: [entry('[256x256]x[256x256]', { tokenloom: 4, jaxjs: 2 }), entry('[1x576]x[576x1536]', { tokenloom: 1, jaxjs: 2 })],
    },
  }
  expect(peerFigures(result)).toMatchObject({ matmulWorst: 2, skinnyWorst: 0.5 })
})

test('where we fail the ratio is 0 and the reason is kept', () => {
  const failing = { ...entry('B4 H4 S256 D64 causal', { jaxjs: 2 }), failed: [{ peer: 'tokenloom', err: 'wrong result' }] }
  expect(peerFigures({ peers, results: { attention: [failing] } })).toMatchObject({ attention: 0, failed: ['tokenloom, B4 H4 S256 D64 causal: wrong result'] })
})

test('a suite that did not run has no figure', () => {
  expect(peerFigures({ peers, results: {} })).toMatchObject({ matmulWorst: null, attention: null, trainStep: null, decode: null, decodeOne: null })
})

test('where CPU time was measured, the table holds its ratio too', () => {
  const rows = [
    { peer: 'tokenloom', gflops: 4, cpuMs: 10 },
    { peer: 'jaxjs', gflops: 2, cpuMs: 30 },
  ]
  expect(peerFigures({ peers, results: { matmul: [{ shape: 's', rows, failed: [] }] } })).toMatchObject({ gflopsMatmul: [{ ratio: 2, cpuRatio: 3 }] })
})

test('where samples were kept, the table holds the ratio of the quickest, whichever peer had it', () => {
  const rows = [
    { peer: 'tokenloom', gflops: 4, min: 2 },
    { peer: 'jaxjs', gflops: 2, min: 5 },
    { peer: 'tfjs', gflops: 1, min: 3 },
    { peer: 'raw-sg', gflops: 9, min: 1 },
  ]
  expect(peerFigures({ peers, results: { matmul: [{ shape: 's', rows, failed: [] }] } })).toMatchObject({ gflopsMatmul: [{ ratio: 2, bestRatio: 1.5 }] })
})

test('batches of decoding are told apart', () => {
  const decode = [1, 16].map((batch) => ({
    batch,
    rows: [
      { peer: 'tokenloom', tokPerS: 100 },
      { peer: 'jaxjs', tokPerS: 50 * batch },
    ],
    failed: [],
  }))
  expect(peerFigures({ peers, results: { decode } })).toMatchObject({ decode: 0.125, decodeOne: 2 })
})
