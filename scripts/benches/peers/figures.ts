// From the harness's result file to the figures of the claim: our speed over the best WebGPU peer's, shape by shape, and
// the worst of each family. Knows the result's form (bench/peers/run.mjs); runs nothing.

import { isRecord, type Json } from '../../../src/base/json.ts'
import type { Figures } from '../../claims/claim.ts'
import { rounded } from '../../claims/rounded.ts'

const OURS = 'tokenloom'
const SKINNY = ['[8x576]x[576x1536]', '[2048x256]x[256x8]', '[2048x8]x[8x256]', '[1x576]x[576x1536]', '[16x128]x[128x512]']
/** Shapes that this project added: they count as skinny, not among the harness's own. */
export const ADDED = ['[1x576]x[576x1536]', '[16x128]x[128x512]']

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : isRecord(value) ? [value] : [])

/** One row of the side by side: speeds in the unit of its family (GFLOP/s or tokens/s), greater is better. */
export interface Comparison {
  readonly what: string
  readonly ours: number
  readonly best: number
  readonly bestPeer: string
  readonly ratio: number
  /** The quickest sample of any peer over our quickest: on a busy machine the fairest figure. Absent where samples were not kept. */
  readonly bestRatio?: number
  /** The same peer's CPU time over ours: what a busy machine leaves of the comparison. Absent where it was not measured. */
  readonly cpuRatio?: number
}

/** Peers that compute by WebGPU with kernels of their own; the harness's hand-written floors are none. */
function webgpuPeers(result: unknown): readonly string[] {
  return Object.entries(fieldsOf(fieldsOf(result)['peers'])).flatMap(([name, peer]) =>
    fieldsOf(peer)['kind'] === 'webgpu' && name !== OURS && !name.startsWith('raw-') ? [name] : [],
  )
}

function compare(what: string, rows: readonly Fields[], speed: string, peers: readonly string[], arm: string): Comparison | undefined {
  const speedOf = (name: string): number => {
    const value = rows.find((row) => row['peer'] === name)?.[speed]
    return typeof value === 'number' && Number.isFinite(value) ? value : 0
  }
  const ours = speedOf(arm)
  const ranked = peers.map((name) => ({ name, value: speedOf(name) })).sort((a, b) => b.value - a.value)
  const [best] = ranked
  if (best === undefined || best.value === 0) return undefined
  const cpuOf = (name: string): unknown => rows.find((row) => row['peer'] === name)?.['cpuMs']
  const [our, their] = [cpuOf(arm), cpuOf(best.name)]
  const cpu = typeof our === 'number' && typeof their === 'number' && our > 0 ? { cpuRatio: their / our } : {}
  const quickest = (names: readonly string[]): number =>
    Math.min(...rows.flatMap(({ peer, min }) => (names.includes(String(peer)) && typeof min === 'number' ? [min] : [])))
  const bestRatio = quickest(peers) / quickest([arm])
  return { what, ours, best: best.value, bestPeer: best.name, ratio: ours / best.value, ...(Number.isFinite(bestRatio) ? { bestRatio } : {}), ...cpu }
}

/** Our arm beside the best of these peers, in every suite that ran. */
export function sideBySide(
  result: unknown,
  arm: string,
  peers: readonly string[],
): Readonly<Record<'matmul' | 'attention' | 'train' | 'decode', readonly Comparison[]>> {
  const results = fieldsOf(fieldsOf(result)['results'])
  const side = (suite: string, what: (entry: Fields) => unknown, speed: string): Comparison[] =>
    listOf(results[suite]).flatMap((entry) => compare(String(what(entry)), listOf(entry['rows']), speed, peers, arm) ?? [])
  return {
    matmul: side('matmul', (entry) => entry['shape'], 'gflops'),
    attention: side('attention', (entry) => entry['shape'], 'gflops'),
    train: side('train', (entry) => entry['shape'], 'tokPerS'),
    decode: side('decode', (entry) => `batch ${String(entry['batch'])}`, 'tokPerS'),
  }
}

export const worst = (list: readonly Comparison[]): Json => (list.length === 0 ? null : rounded(Math.min(...list.map(({ ratio }) => ratio))))

export const table = (list: readonly Comparison[]): Json =>
  list.map(({ what, ours, best, bestPeer, ratio, bestRatio, cpuRatio }) => ({
    what,
    ours: rounded(ours),
    best: rounded(best),
    bestPeer,
    ratio: rounded(ratio),
    ...(bestRatio === undefined ? {} : { bestRatio: rounded(bestRatio) }),
    ...(cpuRatio === undefined ? {} : { cpuRatio: rounded(cpuRatio) }),
  }))

/** null where a suite did not run. A peer of ours that failed has speed 0, hence ratio 0: a failure is not left out. */
export function peerFigures(result: unknown): Figures {
  const peers = webgpuPeers(result)
  const { matmul, attention, train, decode } = sideBySide(result, OURS, peers)
  return {
    matmulWorst: worst(matmul.filter(({ what }) => !ADDED.includes(what))),
    skinnyWorst: worst(matmul.filter(({ what }) => SKINNY.includes(what))),
    attention: worst(attention),
    trainStep: worst(train),
    decode: worst(decode.filter(({ what }) => what === 'batch 16')),
    decodeOne: worst(decode.filter(({ what }) => what === 'batch 1')),
    comparedWith: [...peers],
    gflopsMatmul: table(matmul),
    gflopsAttention: table(attention),
    tokensPerSecondTraining: table(train),
    tokensPerSecondDecoding: table(decode),
    failed: failures(result),
  }
}

/** What a peer, or we, could not do, with its reason. */
export function failures(result: unknown): Json {
  const results = fieldsOf(fieldsOf(result)['results'])
  return Object.values(results)
    .flatMap((suite) => listOf(suite))
    .flatMap((entry) =>
      listOf(entry['failed']).map(({ peer, err }) => `${String(peer)}, ${String(entry['shape'] ?? `batch ${String(entry['batch'])}`)}: ${String(err)}`),
    )
}
