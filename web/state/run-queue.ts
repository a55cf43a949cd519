// Runs that wait their turn: what was asked for while another run is under way, or several seeds at once. Pure: a list of
// specs, and why each is there.

import { showsPictures } from '../../src/record/picture-environments.ts'
import type { ControlName, RunSpec } from '../../src/record/spec.ts'
import { CONTROL_NAMES } from '../../src/record/spec-fields.ts'

export interface WaitingRun {
  /** A number of this page, to take it out again. */
  readonly ticket: number
  readonly spec: RunSpec
  readonly why: 'controls' | 'seeds'
}

export interface RunQueue {
  readonly waiting: readonly WaitingRun[]
  /** A run was stopped or failed: the next one waits for a press. */
  readonly held: boolean
}

/** The controls that a run can have: adapters are swapped only where agents have one each, pictures changed only where some are shown. */
export function possibleControls(spec: RunSpec): readonly ControlName[] {
  // A run that was recorded before there were several agents says nothing of them.
  const separate = (spec as Partial<RunSpec>).agents?.adapters === 'separate'
  const pictures = showsPictures(spec.environment.id)
  return CONTROL_NAMES.filter((control) => {
    if (control === 'swapped') return separate
    return pictures || (control !== 'blank' && control !== 'shuffled-pictures')
  })
}

/** The spec under the next seeds that are not taken, `count` of them. */
export function furtherSeeds(spec: RunSpec, taken: readonly number[], count: number): readonly RunSpec[] {
  const specs: RunSpec[] = []
  const known = new Set([...taken, spec.seed])
  for (let seed = 1; specs.length < count; seed++) if (!known.has(seed)) specs.push({ ...spec, seed })
  return specs
}
