// Titles of presets; a spec of a preset that this page does not know keeps its own name.

import { findPreset } from '../../src/record/presets.ts'

export function presetTitle(name: string): string {
  return findPreset(name)?.title ?? name
}
