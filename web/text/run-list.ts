// Words of the list of runs: statuses, differences of settings.

import type { Json } from '../../src/base/json.ts'
import type { RunSort } from '../state/run-filter.ts'
import type { SavedRun } from '../state/saved-run.ts'
import { whole } from './numbers.ts'

const STATUS: Readonly<Record<string, string>> = {
  finished: 'finished',
  stopped: 'stopped',
  played: 'played',
  failed: 'failed',
  running: 'interrupted',
  paused: 'interrupted',
}

/** A run that the log leaves open was interrupted, unless it is under way now. */
export function statusWords(run: SavedRun, running: boolean): string {
  return running ? 'under way' : (STATUS[run.status] ?? run.status)
}

/** How far it came; a game that was kept is no training and counts no steps. */
export const stepsWords = ({ status, stepsDone, spec }: SavedRun): string =>
  status === 'played' ? 'a game' : `${whole(stepsDone)} of ${whole(spec.steps)} steps`

export const RUN_SORT_WORDS: Readonly<Record<RunSort, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  reward: 'best reward first',
  gain: 'greatest gain first',
  name: 'by name',
}

export function valueWords(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((one) => valueWords(one)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, one]) => `${key} ${valueWords(one)}`)
      .join(', ')
  }
  if (value === '') return 'none'
  // The beginning of a hash tells it from others.
  return String(value).replace(/^([0-9a-f]{12})[0-9a-f]{52}$/, '$1…')
}

export function differenceWords({ title, preset, value }: { readonly title: string; readonly preset: Json; readonly value: Json }): string {
  return `${title}: ${valueWords(value)} instead of ${valueWords(preset)}`
}
