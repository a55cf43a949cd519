// Start-up admission of matmul variants: one that shares loads between lanes, or that stages tiles in workgroup memory, may
// serve only if it compiles here, gives the very bits of the plain blocks, and is faster. Measured once; the run pins the
// answer. A software adapter is not asked about tiles: there workgroup memory always loses, and compiling it costs seconds.

import type { CompiledKernel, PipelineCache, ShaderVariant } from '../../gpu/pipelines.ts'
import type { DeviceBuffer, DeviceQueue } from '../../gpu/queue.ts'
import { TILE_ROWS } from '../kernels.ts'
import { gridOf } from './dispatch.ts'
import { blockOptions, type MatrixVariants, type Share, tiledGrid } from './matrix-ops.ts'
import { shaderVariant } from './shader-source.ts'

interface Size {
  readonly rows: number
  readonly columns: number
  readonly sum: number
}

/** No multiples of a tile, so that edges are compared too; the second is large enough that a GPU is busy. */
const SHARED: Size = { rows: 60, columns: 64, sum: 96 }
const TILED: Size = { rows: 500, columns: 500, sum: 500 }

/** A cheap deterministic filling; any values do that are not all alike. */
function filling(length: number, factor: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => Math.sin(i * factor) * 1.7)
}

interface Contestant {
  readonly kernel: CompiledKernel
  readonly grid: readonly [number, number, number]
}

/** One product on one device: runs contestants on the same operands. */
class Trial {
  private readonly queue: DeviceQueue
  private readonly size: Size
  private readonly operands: readonly DeviceBuffer[]
  private readonly out: DeviceBuffer

  constructor(queue: DeviceQueue, size: Size) {
    this.queue = queue
    this.size = size
    const { rows, columns, sum } = size
    const buffer = (length: number): DeviceBuffer => queue.createBuffer('admission', length * 4)
    const x = buffer(rows * sum)
    const weight = buffer(columns * sum)
    const unused = buffer(4)
    this.out = buffer(rows * columns)
    this.operands = [x, weight, unused, unused, unused, unused, this.out]
    queue.upload(x, filling(rows * sum, 0.37))
    queue.upload(weight, filling(columns * sum, 0.73))
  }

  async bits(contestant: Contestant): Promise<Uint32Array> {
    this.once(contestant)
    return new Uint32Array(await this.queue.download(this.out, 0, this.size.rows * this.size.columns * 4))
  }

  /** Whether the second is faster: the best of five rounds each, taken in turn. */
  async faster(than: Contestant, contestant: Contestant): Promise<boolean> {
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let round = 0; round < 5; round++) {
      for (const [index, entry] of [than, contestant].entries()) {
        const start = performance.now()
        for (let i = 0; i < 8; i++) this.once(entry)
        await this.queue.idle()
        best[index] = Math.min(best[index] ?? 0, performance.now() - start)
      }
    }
    return (best[1] ?? 0) < (best[0] ?? 0)
  }

  dispose(): void {
    for (const buffer of new Set(this.operands)) this.queue.destroyBuffer(buffer)
  }

  /** The parameters of both layouts at once. matmul_nn calls the sum N and the columns K: its trial is square. */
  private once({ kernel, grid }: Contestant): void {
    const { rows, columns, sum } = this.size
    const none = { grouped: 0, accumulate: 0, weight4: 0, adapters: 0, entry: 0, entries: 0, hidden4: 0, rank4: 0, parts: 0, end0: columns, end1: columns }
    const params = { ...none, rows, blocks: Math.ceil(rows / TILE_ROWS), n4: columns / 4, k4: sum / 4 }
    this.queue.dispatch(kernel, this.operands, params, grid, 0)
  }
}

async function inTrial<T>(queue: DeviceQueue, size: Size, body: (trial: Trial) => Promise<T>): Promise<T> {
  const trial = new Trial(queue, size)
  try {
    return await body(trial)
  } finally {
    trial.dispose()
  }
}

const same = (a: Uint32Array, b: Uint32Array): boolean => a.every((bit, i) => bit === b[i])
const blocksGrid = ({ rows, columns }: Size) => gridOf(Math.ceil(rows / TILE_ROWS) * 4 * Math.ceil(columns / 16))

async function admitShare(pipelines: PipelineCache, queue: DeviceQueue): Promise<Share> {
  const contestant = async (share: Share): Promise<Contestant> => ({
    kernel: await pipelines.compile(shaderVariant('matmul_nt', blockOptions(share, TILE_ROWS))),
    grid: blocksGrid(SHARED),
  })
  const alone = await contestant('none')
  const shared = await contestant('quad').catch(() => undefined)
  if (shared === undefined) return 'none'
  return inTrial(queue, SHARED, async (trial) => {
    const admitted = same(await trial.bits(alone), await trial.bits(shared)) && (await trial.faster(alone, shared))
    return admitted ? 'quad' : 'none'
  })
}

async function admitTiled(pipelines: PipelineCache, queue: DeviceQueue, share: Share): Promise<boolean> {
  const compile = async (variant: ShaderVariant, grid: Contestant['grid']): Promise<Contestant> => ({ kernel: await pipelines.compile(variant), grid })
  return inTrial(queue, TILED, async (trial) => {
    for (const layout of ['matmul_nt', 'matmul_nn'] as const) {
      const blocks = await compile(shaderVariant(layout, blockOptions(share, TILE_ROWS)), blocksGrid(TILED))
      const tiled = await compile(shaderVariant(`${layout}_tiled`), tiledGrid(TILED.rows, TILED.columns / 4)).catch(() => undefined)
      if (tiled === undefined || !same(await trial.bits(blocks), await trial.bits(tiled)) || !(await trial.faster(blocks, tiled))) return false
    }
    return true
  })
}

export interface DeviceKind {
  readonly software: boolean
  readonly subgroups: boolean
}

export async function admitMatrixVariants(pipelines: PipelineCache, queue: DeviceQueue, { software, subgroups }: DeviceKind): Promise<MatrixVariants> {
  const share = subgroups ? await admitShare(pipelines, queue) : 'none'
  return { share, tiled: !software && (await admitTiled(pipelines, queue, share)) }
}
