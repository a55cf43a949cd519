// Instantiates the compiled kernels: their functions, their memory, the hash that names them. A call takes addresses and
// numbers; what they mean stands in ./assembly. Knows no tensors.

import { moduleBase64 } from 'virtual:tokenloom-wasm'
import { sha256Hex } from '../../base/hash.ts'

const CALLS = [
  'addByRow',
  'advanceMask',
  'adamw',
  'attention',
  'attentionBackward',
  'exponentials',
  'gather',
  'gradientNorm',
  'headFinish',
  'headGradient',
  'headStats',
  'heapBase',
  'logarithms',
  'longestSegment',
  'maskLogits',
  'multiplyColumns',
  'multiplyEach',
  'multiplyRows',
  'packRows',
  'packTransposed',
  'rmsNorm',
  'rmsNormBackward',
  'rmsNormGainGradient',
  'rope',
  'ropeBackward',
  'sampleCandidates',
  'sampleFinish',
  'sampleThreshold',
  'scatter',
  'swiglu',
  'swigluBackward',
] as const

export type ModuleCalls = Readonly<Record<(typeof CALLS)[number], (...numbers: number[]) => number>>

export interface WasmModule {
  readonly calls: ModuleCalls
  readonly memory: WebAssembly.Memory
  /** SHA-256 of the module's bytes, in hexadecimal. */
  readonly hash: string
}

/**
 * How products are added: plain SIMD rounds both, the same everywhere; relaxed SIMD may fuse them, faster and as the processor
 * likes. Node 20 refuses the latter.
 */
export type Simd = 'plain' | 'relaxed'

/** A module of its own memory. Takes a few milliseconds. */
export async function openModule(simd: Simd = 'plain'): Promise<WasmModule> {
  const { moduleBase64: text } = simd === 'plain' ? { moduleBase64 } : await import('virtual:tokenloom-wasm/relaxed')
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const [{ instance }, hash] = await Promise.all([WebAssembly.instantiate(bytes, {}), sha256Hex(bytes)])
  const { memory } = instance.exports
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('Assertion failed: the kernels export no memory')
  const functions = CALLS.map((name) => {
    const call = instance.exports[name]
    if (typeof call !== 'function') throw new Error(`Assertion failed: the kernels export no ${name}`)
    return [name, call] as const
  })
  return { calls: Object.fromEntries(functions) as unknown as ModuleCalls, memory, hash }
}
