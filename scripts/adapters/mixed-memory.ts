// Peak memory of several policies that share passes against that of one policy with the same rows, each on kernels of its own, so
// that no peak is another one's. What adapters themselves take (factors, gradients, moments, tables, packed copies) is printed and
// taken off: what is left is what sharing costs.

import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { Kernels } from '../../src/kernels/kernels.ts'
import { type BaseFiles, openGround } from './ground.ts'
import { ADAM, dataOf, policySpec, promptsOf, SAMPLING } from './mixed-policies.ts'

interface Peak {
  readonly peakBytes: number
  readonly adapterBytes: number
}

const ROWS = { sample: 32, train: 64 }

const isAdapters = (label: string): boolean => label.startsWith('adapters.') || label.startsWith('optimizer.')

function adapterBytes({ bytesByLabel }: Kernels): number {
  return Object.entries(bytesByLabel).reduce((sum, [label, bytes]) => sum + (isAdapters(label) ? bytes : 0), 0)
}

/** `policies` policies that together have the rows of `shares` policies. */
async function peakOf(engine: EngineChoice, base: BaseFiles, policies: number, shares: number): Promise<Peak> {
  const ground = await openGround(engine, base)
  const { engine: opened, service } = ground.open()
  try {
    const { vocabulary } = ground.model.config
    const adapters: string[] = []
    // The one policy has the greatest rank, so that both arms' passes are as wide.
    for (let index = 0; index < policies; index++) adapters.push(await service.createAdapter(policySpec(policies === 1 ? 2 : index)))
    const snapshots: string[] = []
    for (const adapter of adapters) snapshots.push((await service.saveWeightsForSampler(adapter)).id)
    const each = shares / policies
    for (let round = 0; round < 2; round++) {
      await Promise.all(
        snapshots.map(
          (snapshot, index) => service.sample({ snapshot, prompts: promptsOf(index, ROWS.sample * each, vocabulary), params: SAMPLING, key: [1, 2] }).result,
        ),
      )
      await Promise.all(
        adapters.map(
          (adapter, index) => service.forwardBackward({ adapter, data: dataOf(index, ROWS.train * each, vocabulary), loss: { name: 'cross_entropy' } }).result,
        ),
      )
      await Promise.all(adapters.map((adapter) => service.optimStep(adapter, ADAM).result))
    }
    return { peakBytes: ground.kernels.bytesPeak, adapterBytes: adapterBytes(ground.kernels) }
  } finally {
    opened.dispose()
    ground.close()
  }
}

export async function memoryRatio(engine: EngineChoice, base: BaseFiles, policies: number) {
  const many = await peakOf(engine, base, policies, policies)
  const one = await peakOf(engine, base, 1, policies)
  const ratio = (many.peakBytes - many.adapterBytes) / (one.peakBytes - one.adapterBytes)
  return { policies, many, one, ratio }
}
