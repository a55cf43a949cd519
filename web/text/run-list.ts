// Words of the list of runs: statuses, differences of settings.

import type { Json } from '../../src/base/json.ts'
import type { SavedRun } from '../state/workbench.ts'

const STATUS: Readonly<Record<string, string>> = { finished: 'finished', stopped: 'stopped', failed: 'failed', running: 'interrupted', paused: 'interrupted' }

/** A run that the log leaves open was interrupted, unless it is under way now. */
export function statusWords(run: SavedRun, running: boolean): string {
  return running ? 'under way' : (STATUS[run.status] ?? run.status)
}

export function valueWords(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueWords(one)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, one]) => `${key} ${valueWords(one)}`)
      .join(', ')
  }
  return String(value)
}

export function differenceWords({ title, preset, value }: { readonly title: string; readonly preset: Json; readonly value: Json }): string {
  return `${title}: ${valueWords(value)} instead of ${valueWords(preset)}`
}
