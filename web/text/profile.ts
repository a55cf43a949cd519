// Words of the kernels' profile.

import type { Profile } from '../state/profile.ts'
import { milliseconds, whole } from './numbers.ts'

export const OPERATION_PHASE: Readonly<Record<string, string>> = {
  sample: 'sampling',
  forward: 'forward',
  backward: 'backward',
  optimStep: 'optimizer',
  manage: 'adapters',
}

export const MEASURED_BY: Readonly<Record<Profile['how'], string>> = {
  clock: 'Each call by the clock of the worker, which browsers round to a tenth of a millisecond: right in the sum, rough for one call.',
  timestamps: 'By the device’s own timestamps, a pass a kernel; some browsers round them to a tenth of a millisecond.',
  submissions:
    'This device gives no timestamps: each kernel was submitted alone and timed until it was done, which costs more than the kernel on a fast device.',
}

export function profileSentence({ rows, milliseconds: all, requests, cores }: Profile): string {
  const kernels = rows.reduce((sum, row) => sum + row.milliseconds, 0)
  const calls = rows.reduce((sum, row) => sum + row.count, 0)
  const steps = requests['optimStep'] ?? 0
  const where = cores > 1 ? `, on the first of ${cores} cores` : ''
  return `${milliseconds(all)} measured${where}: ${whole(calls)} calls took ${milliseconds(kernels)}; ${requests['sample'] ?? 0} requests for samples, ${steps} optimizer steps.`
}
