// What runs are called: by the title of their preset, and those on an authored environment by its own name. A spec of a preset that this
// page does not know keeps its own name.

import { isAuthored } from '../../src/record/is-authored.ts'
import { findPreset } from '../../src/record/presets.ts'
import type { RunSpec } from '../../src/record/spec.ts'

export function titleOfSpec(spec: Pick<RunSpec, 'preset' | 'environment'>): string {
  return isAuthored(spec) ? spec.environment.id : (findPreset(spec.preset)?.title ?? spec.preset)
}
