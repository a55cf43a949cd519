// Start-up admission of matmul variants: a variant that shares loads between lanes may serve only if it compiles here,
// gives the very bits of the variant that does not, and is faster. Measured once; the run pins the answer.

import type { PipelineCache } from '../../gpu/pipelines.ts'
import type { DeviceBuffer, DeviceQueue } from '../../gpu/queue.ts'
import { TILE_ROWS } from '../kernels.ts'
import { gridOf } from './dispatch.ts'
import { blockOptions, type Share } from './matrix-ops.ts'
import { shaderVariant } from './shader-source.ts'

const M = 60
const N = 64
const K = 96

/** A cheap deterministic filling; any values do that are not all alike. */
function filling(length: number, factor: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(i * factor) * 1.7)
}

interface Trial {
  readonly bits: Uint32Array
  readonly milliseconds: number
}

async function trial(
  pipelines: PipelineCache,
  queue: DeviceQueue,
  share: Share,
  x: DeviceBuffer,
  weight: DeviceBuffer,
  unused: DeviceBuffer,
  out: DeviceBuffer,
): Promise<Trial> {
  const kernel = await pipelines.compile(shaderVariant('matmul_nt', blockOptions(share, TILE_ROWS)))
  const params = {
    rows: M,
    blocks: Math.ceil(M / TILE_ROWS),
    grouped: 0,
    n4: N / 4,
    k4: K / 4,
    accumulate: 0,
    weight4: 0,
    adapters: 0,
    entry: 0,
    entries: 0,
    hidden4: 0,
    rank4: 0,
    end0: N,
    end1: N,
  }
  const once = () => queue.dispatch(kernel, [x, weight, unused, unused, unused, unused, out], params, gridOf(Math.ceil(M / TILE_ROWS) * (N / 4)), 0)
  once()
  const bits = new Uint32Array(await queue.download(out, 0, M * N * 4))
  let milliseconds = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    for (let i = 0; i < 8; i++) once()
    await queue.idle()
    milliseconds = Math.min(milliseconds, performance.now() - start)
  }
  return { bits, milliseconds }
}

export async function admitShare(pipelines: PipelineCache, queue: DeviceQueue): Promise<Share> {
  const x = queue.createBuffer('admission x', M * K * 4)
  const weight = queue.createBuffer('admission weight', N * K * 4)
  const unused = queue.createBuffer('admission unused', 16)
  const out = queue.createBuffer('admission out', M * N * 4)
  queue.upload(x, filling(M * K, 0.37))
  queue.upload(weight, filling(N * K, 0.73))
  try {
    const alone = await trial(pipelines, queue, 'none', x, weight, unused, out)
    const shared = await trial(pipelines, queue, 'quad', x, weight, unused, out).catch(() => undefined)
    if (shared === undefined || shared.bits.some((bit, i) => bit !== alone.bits[i])) return 'none'
    return shared.milliseconds < alone.milliseconds ? 'quad' : 'none'
  } finally {
    for (const buffer of [x, weight, unused, out]) queue.destroyBuffer(buffer)
  }
}
