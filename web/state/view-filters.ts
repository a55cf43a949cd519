// What the views let through, as fields of the address: the token view's search, filters and order, and those of the
// list of runs. A field is there only where it differs from showing everything. Pure.

import { EPISODE_STATES, type EpisodeState, type StopReason } from '../../src/episode/trajectory.ts'
import { NO_RUN_FILTER, RUN_SORTS, RUN_STATUSES, type RunFilter, type RunSort, type RunStatusChoice } from './run-filter.ts'
import { NO_FILTER, TOKEN_SORTS, type TokenFilter, type TokenSort } from './token-filter.ts'

export interface FilterFields {
  readonly find?: string
  readonly state?: EpisodeState
  readonly reward?: NonNullable<TokenFilter['reward']>
  readonly stop?: StopReason
  readonly advantage?: NonNullable<TokenFilter['advantage']>
  readonly order?: TokenSort
  /** Text in name, note, tags or settings of a run. */
  readonly runs?: string
  readonly tag?: string
  readonly status?: RunStatusChoice
  readonly sort?: RunSort
  readonly hidden?: 'shown'
  /** The run that others are measured against. */
  readonly baseline?: string
  /** Runs of other seeds stand apart instead of as one band. */
  readonly seeds?: 'apart'
}

const LONGEST_SEARCH = 100
export const LONGEST_TAG = 24

const REWARDS = ['full', 'partial', 'none'] as const
const ADVANTAGES = ['above', 'below', 'zero'] as const
const STOP_REASON = /^[a-z_]{1,40}$/
export const RUN_ID = /^[\w-]{1,64}$/

/** Whatever the fields hold; what cannot be read is left out. */
export function readFilterFields(fields: URLSearchParams): FilterFields {
  const oneOf = <T extends string>(name: string, choices: readonly T[]): T | undefined => choices.find((choice) => choice === fields.get(name))
  const text = (name: string, longest: number): string | undefined => {
    const value = fields.get(name)
    return value === null || value === '' ? undefined : value.slice(0, longest)
  }
  const matching = (name: string, pattern: RegExp): string | undefined => {
    const value = fields.get(name)
    return value !== null && pattern.test(value) ? value : undefined
  }
  return withoutHoles({
    find: text('find', LONGEST_SEARCH),
    state: oneOf('state', EPISODE_STATES),
    reward: oneOf('reward', REWARDS),
    // A reason that no episode has lets nothing through, and the view says so.
    stop: matching('stop', STOP_REASON) as StopReason | undefined,
    advantage: oneOf('advantage', ADVANTAGES),
    order: oneOf('order', TOKEN_SORTS),
    runs: text('runs', LONGEST_SEARCH),
    tag: text('tag', LONGEST_TAG),
    status: oneOf('status', RUN_STATUSES),
    sort: oneOf('sort', RUN_SORTS),
    hidden: oneOf('hidden', ['shown'] as const),
    baseline: matching('baseline', RUN_ID),
    seeds: oneOf('seeds', ['apart'] as const),
  })
}

export function tokenFilterOf({ find, state, reward, stop, advantage, order }: FilterFields): TokenFilter {
  const { search, sort } = NO_FILTER
  return { search: find ?? search, state: state ?? null, reward: reward ?? null, stop: stop ?? null, advantage: advantage ?? null, sort: order ?? sort }
}

export type FilterChange = { readonly [K in keyof FilterFields]: FilterFields[K] | undefined }

export function fieldsOfTokenFilter({ search, state, reward, stop, advantage, sort }: TokenFilter): FilterChange {
  return {
    find: search === '' ? undefined : search.slice(0, LONGEST_SEARCH),
    state: state ?? undefined,
    reward: reward ?? undefined,
    stop: stop ?? undefined,
    advantage: advantage ?? undefined,
    order: sort === NO_FILTER.sort ? undefined : sort,
  }
}

export function runFilterOf({ runs, tag, status, sort, hidden }: FilterFields): RunFilter {
  return { search: runs ?? '', tag: tag ?? null, status: status ?? null, sort: sort ?? NO_RUN_FILTER.sort, hidden: hidden === 'shown' }
}

export function fieldsOfRunFilter({ search, tag, status, sort, hidden }: RunFilter): FilterChange {
  return {
    runs: search === '' ? undefined : search.slice(0, LONGEST_SEARCH),
    tag: tag ?? undefined,
    status: status ?? undefined,
    sort: sort === NO_RUN_FILTER.sort ? undefined : sort,
    hidden: hidden ? 'shown' : undefined,
  }
}

function withoutHoles(fields: FilterChange): FilterFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as FilterFields
}
