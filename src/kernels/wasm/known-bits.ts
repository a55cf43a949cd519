// One hash over the outputs of a few operations on fixed inputs: Node and every browser must get the same, whatever
// processor they run on. Used by the tests in both. A change of the kernels' order of operations changes it, and digests too.

import { bytesOf, sha256Hex } from '../../base/hash.ts'
import { createRng } from '../../base/random.ts'
import { withMemory } from '../cases/case.ts'
import { caseTables, uploadCaseTables } from '../cases/case-tables.ts'
import type { Kernels } from '../kernels.ts'

const ROWS = 37
const SHAPE = { heads: 4, kvHeads: 2, headWidth: 16 } as const

/** Uniform in [−2, 2): no logarithm or cosine of the host has a say. */
function numbers(seed: number, length: number): Float32Array {
  const rng = createRng([0x62697473, seed])
  return Float32Array.from({ length }, () => 4 * rng.float() - 2)
}

/** Attention, SwiGLU, the head and a product with odd edges: exp, log, division and every kind of sum. */
export function mixedBits(kernels: Kernels): Promise<string> {
  return withMemory(kernels, async (memory) => {
    const wide = (SHAPE.heads + 2 * SHAPE.kvHeads) * SHAPE.headWidth
    const outWidth = SHAPE.heads * SHAPE.headWidth
    const keyed = ROWS * SHAPE.kvHeads * SHAPE.headWidth
    const tables = uploadCaseTables(memory, caseTables([{ rows: 17 }, { rows: 20, after: 0 }]))
    const attended = memory.f32(ROWS * outWidth)
    const logSumExp = memory.f32(ROWS * SHAPE.heads)
    const inputs = { qkv: memory.f32(numbers(1, ROWS * wide)), keys: memory.f32(numbers(2, keyed)), values: memory.f32(numbers(3, keyed)) }
    kernels.attention({ tables, shape: SHAPE, ...inputs, out: attended, logSumExp })
    const product = memory.f32(ROWS * 45)
    kernels.matmul({ layout: 'nt', a: attended, b: memory.f32(numbers(4, 45 * outWidth)), out: product, m: ROWS, n: 45, k: outWidth })
    const activated = memory.f32(ROWS * 22)
    kernels.swiglu({ gateUp: product, out: activated, rows: ROWS, width: 22 })
    const stats = memory.f32(ROWS * 4)
    const head = { rows: ROWS, inverseTemperature: memory.f32(new Float32Array(ROWS).fill(1.25)), targets: memory.u32(ROWS), stats }
    kernels.headStats({ ...head, logits: product, chunkStart: 0, width: 45, first: true })
    const logprobs = memory.f32(ROWS)
    const entropies = memory.f32(ROWS)
    kernels.headFinish({ stats, rows: ROWS, logprobs, entropies })
    const outputs = [attended, logSumExp, activated, logprobs, entropies]
    const values = await Promise.all(outputs.map((tensor) => kernels.downloadF32(tensor)))
    return sha256Hex(bytesOf(Float32Array.from(values.flatMap((part) => [...part]))))
  })
}

export const KNOWN_BITS = '1c60af41d45b586a19cc64443314f215ee925b3594a1f2b4c550930292e8cfbd'
