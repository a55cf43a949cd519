// From the harness's result file of the run without WebGPU, every arm in one thread, to the figures of the CPU engine: its speed
// over the best WebAssembly peer's. Knows the result's form (bench/peers/run.mjs); runs nothing.

import type { Figures } from '../../claims/claim.ts'
import { ADDED, failures, sideBySide, table, worst } from './figures.ts'

export const CPU_ARM = 'tokenloom-wasm'
/** Our engine with relaxed SIMD, a named option: beside the default in the run, never in its place. */
export const CPU_RELAXED_ARM = 'tokenloom-wasm-relaxed'
export const CPU_PEERS = ['jaxjs-wasm', 'ort-wasm'] as const
/** Products with a low-rank factor. */
const LOW_RANK = ['[2048x256]x[256x8]', '[2048x8]x[8x256]']

type Sides = ReturnType<typeof sideBySide>

const worstOf = ({ matmul, attention, train, decode }: Sides): Figures => ({
  cpuMatmulWorst: worst(matmul.filter(({ what }) => !ADDED.includes(what))),
  cpuLowRankWorst: worst(matmul.filter(({ what }) => LOW_RANK.includes(what))),
  cpuAttention: worst(attention),
  cpuTrainStep: worst(train),
  cpuDecode: worst(decode.filter(({ what }) => what === 'batch 16')),
  cpuDecodeOne: worst(decode.filter(({ what }) => what === 'batch 1')),
})

/** null where a suite did not run. */
export function cpuFigures(result: unknown): Figures {
  const sides = sideBySide(result, CPU_ARM, CPU_PEERS)
  return {
    ...worstOf(sides),
    cpuComparedWith: [...CPU_PEERS],
    cpuGflopsMatmul: table(sides.matmul),
    cpuGflopsAttention: table(sides.attention),
    cpuTokensPerSecondTraining: table(sides.train),
    cpuTokensPerSecondDecoding: table(sides.decode),
    cpuFailed: failures(result),
  }
}

/** The same of our relaxed arm, each name with `Relaxed` behind it. */
export function relaxedFigures(result: unknown): Figures {
  const sides = sideBySide(result, CPU_RELAXED_ARM, CPU_PEERS)
  const figures = { ...worstOf(sides), cpuGflopsMatmul: table(sides.matmul) }
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${name}Relaxed`, figure]))
}
