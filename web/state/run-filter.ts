// Which of the kept runs the list shows, and in which order: pinned ones first, hidden ones only when asked for. Pure.

import { specDifferences } from '../../src/record/spec-diff.ts'
import type { SavedRun } from './saved-run.ts'

export const RUN_STATUSES = ['finished', 'stopped', 'played', 'failed', 'interrupted'] as const
export type RunStatusChoice = (typeof RUN_STATUSES)[number]

export const RUN_SORTS = ['newest', 'oldest', 'reward', 'gain', 'name'] as const
export type RunSort = (typeof RUN_SORTS)[number]

export interface RunFilter {
  /** Part of name, note, tags, preset or changed settings. */
  readonly search: string
  readonly tag: string | null
  readonly status: RunStatusChoice | null
  readonly sort: RunSort
  /** Whether hidden runs are shown too. */
  readonly hidden: boolean
}

export const NO_RUN_FILTER: RunFilter = { search: '', tag: null, status: null, sort: 'newest', hidden: false }

/** A run that its log leaves open was interrupted. */
const statusOfSaved = ({ status }: SavedRun): RunStatusChoice => RUN_STATUSES.find((one) => one === status) ?? 'interrupted'

export function filterRuns(runs: readonly SavedRun[], { search, tag, status, sort, hidden }: RunFilter): readonly SavedRun[] {
  const wanted = search.trim().toLowerCase()
  const passing = runs.filter(
    (run) =>
      (hidden || !run.hidden) &&
      (tag === null || run.tags.includes(tag)) &&
      (status === null || statusOfSaved(run) === status) &&
      (wanted === '' || textOf(run).includes(wanted)),
  )
  // Equal ones stay in the order in which they came, the newest first.
  return [...passing].sort((a, b) => Number(b.pinned) - Number(a.pinned) || compare(a, b, sort))
}

/** All tags, each once, in alphabetical order. */
export function tagsOf(runs: readonly SavedRun[]): readonly string[] {
  return [...new Set(runs.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
}

/** What somebody wrote into the field of tags: separated by commas, each once. */
export function readTags(text: string, longest: number): readonly string[] {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, longest))
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, 12)
}

const textOf = (run: SavedRun): string =>
  [run.name, run.note, run.spec.preset, `seed ${run.spec.seed}`, ...run.tags, ...specDifferences(run.spec).map(({ title }) => title)].join(' ').toLowerCase()

function compare(a: SavedRun, b: SavedRun, sort: RunSort): number {
  switch (sort) {
    case 'newest':
      return b.created - a.created
    case 'oldest':
      return a.created - b.created
    case 'reward':
      return (b.last?.sampled ?? -1) - (a.last?.sampled ?? -1)
    case 'gain':
      return gain(b) - gain(a)
    case 'name':
      return a.name.localeCompare(b.name)
  }
}

const gain = ({ base, last }: SavedRun): number => (base === null || last === null ? Number.NEGATIVE_INFINITY : last.sampled - base.sampled)
