// The check `isolation`: three policies of unlike rank, targets and loss on the arithmetic base, each alone and all in mixed
// passes, bit for bit; what one's data do to the others' gradients; the base's hash, read back from the device. E2 (src/engine/README.md).

import { readBase, runWhere } from '../adapters/where.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine, wholeNumber } from '../command/command.ts'
import { engineChoice, engineOption } from '../command/engine.ts'

const USAGE = 'npm run check -- isolation [--engine wgsl|cpu|auto] [--steps N] [--seed N] [--json]'
const STEPS = 24

export const claim: Claim = {
  summary: 'E2: an adapter trained in mixed passes equals the adapter trained alone, bit for bit; the base never moves.',
  async run({ args, say }) {
    const { values } = parseCommandLine(args, { ...engineOption, steps: { type: 'string' }, seed: { type: 'string' } }, USAGE)
    const engine = engineChoice(values.engine) ?? 'cpu'
    const steps = wholeNumber(values.steps, '--steps', 1, 10_000) ?? STEPS
    const seed = wholeNumber(values.seed, '--seed', 0, 2 ** 31) ?? 1
    let arm = ''
    const report = await runWhere('isolation', { engine, base: readBase('arithmetic'), steps, seed }, (progress) => {
      if (progress.arm !== arm) say(`${progress.arm === 'mixed' ? 'All in mixed passes' : `Alone: ${progress.arm}`} …`)
      arm = progress.arm
    })
    const { policies, gradient, sharedBatches } = report
    return {
      ok: report.held && policies.length >= 3,
      engine: report.engine,
      device: report.device,
      bitEqual: report.bitEqual,
      baseHashUnchanged: report.baseHashUnchanged,
      adapters: policies.length,
      steps: report.steps,
      policies: policies.map(({ name, rank, targets, state, sampled, trained, equalHashes }) => ({
        name,
        rank,
        targets: [...targets],
        state: { ...state },
        sampled: { ...sampled },
        trained: { ...trained },
        equalHashes,
      })),
      sharedBatches: { ...sharedBatches },
      foreignGradient: { ...gradient, besideOtherData: { ...gradient.besideOtherData } },
      baseHash: report.baseHash,
    }
  },
}
