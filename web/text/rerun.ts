// What is said of a run that repeats another: whether it is the same one, and what may differ where it cannot be.

import type { RerunDifference, RerunVerdict } from '../state/rerun.ts'

export const RERUN_HELP = 'The same spec from the same seed, on the engine that the run names; then digests and figures are compared'

export function rerunWords(verdict: RerunVerdict): string {
  switch (verdict.kind) {
    case 'equal':
      return 'The same digest as the run that it repeats: bit for bit the same run.'
    case 'other digest':
      return 'Another digest than the run behind the link: another device, browser or engine, or another version of the page.'
    case 'clock':
      return 'Another digest: a deadline ended an episode in one of the two runs, and what the clock decides is not decided twice alike.'
    case 'broken':
      return 'Another digest, although engine, device, base and kernels are the same: only another browser or version of it explains that. Otherwise it is a defect.'
    case 'elsewhere':
      return `${verdict.within ? 'A run like it' : 'Not a run like it'}: bits cannot be the same here, and the held-out figures lie ${verdict.within ? 'within' : 'beyond'} ${verdict.errors} standard errors of their difference.`
  }
}

const WHAT: Readonly<Record<RerunDifference['what'], string>> = { engine: 'Engine', device: 'Device', base: 'Base', kernels: 'Kernels' }

export const differsWords = ({ what, there, here }: RerunDifference): string => `${WHAT[what]}: ${short(there)} there, ${short(here)} here`

/** Hashes are told apart by their beginning. */
const short = (text: string): string => (/^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 8)}…` : text === '' ? 'not told' : text)
