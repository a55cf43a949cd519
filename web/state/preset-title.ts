// Titles of presets; a spec of a preset that this page does not know keeps its own name.

import { PRESETS } from '../../src/record/presets.ts'

export function presetTitle(name: string): string {
  return PRESETS.find((preset) => preset.name === name)?.title ?? name
}
