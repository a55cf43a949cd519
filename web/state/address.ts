// The address of what is on view, kept in the fragment so that Back works and a view can be linked from any
// static host: #run=abc&with=def.ghi&arm=policy&step=12&episode=70&turn=3&tab=tokens&reward=none&panel=check. Ids are stable; nothing is
// an array index. What a view lets through stands in it too (view-filters.ts).

import { LESSON_IDS, LESSONS, type LessonId } from '../../src/lessons/catalogue.ts'
import type { Arm } from '../../src/record/events.ts'
import type { CoordinatorFault } from '../../src/record/spec.ts'
import { CONTROL_NAMES } from '../../src/record/spec-fields.ts'
import { FAULTS, TABLES, type TableId } from './contrast.ts'
import { type LaneKind, readLanes } from './lanes.ts'
import { type FilterFields, RUN_ID, readFilterFields } from './view-filters.ts'

export const TABS = [
  'charts',
  'tokens',
  'timeline',
  'games',
  'try',
  'runs',
  'policies',
  'lessons',
  'author',
  'data',
  'queue',
  'lab',
  'engine',
  'settings',
] as const
export type Tab = (typeof TABS)[number]

export const PANELS = ['check', 'help', 'tour', 'share', 'storage'] as const
export type Panel = (typeof PANELS)[number]

export const GAMES_MODES = ['play', 'wall', 'league'] as const
export type GamesMode = (typeof GAMES_MODES)[number]

/** Parts of the page that a link can hide, for a class: decisions, results, the navigation, the tools of the head. */
export const PARTS = ['decide', 'results', 'views', 'tools'] as const
export type PagePart = (typeof PARTS)[number]

export const MOST_OVERLAYS = 3

export interface Address extends FilterFields {
  readonly run?: string
  /** Runs drawn beside it. */
  readonly with?: readonly string[]
  readonly arm?: Arm
  /** Absent: follow the newest. */
  readonly step?: number
  /** Of that step, by its number in the run; and in it the wave of questions that a turn belongs to. */
  readonly episode?: number
  readonly turn?: number
  readonly tab?: Tab
  readonly panel?: Panel
  /** An open lesson, and its step from 1; absent: the list of lessons, the first step. */
  readonly lesson?: LessonId
  readonly at?: number
  readonly hide?: readonly PagePart[]
  /** In the view where policies are tried: a person plays. */
  readonly play?: 'hand'
  /** In the timeline: which faulty coordinator is watched beside the sound one, at which table, from which seed. */
  readonly fault?: CoordinatorFault
  readonly table?: TableId
  readonly seed?: number
  /** In the timeline: lanes that stand above the others, and kinds of lanes that are folded away. */
  readonly pin?: readonly string[]
  readonly fold?: readonly LaneKind[]
  /** What the games show; absent: a game to play. */
  readonly games?: GamesMode
}

export const ARMS: readonly Arm[] = ['policy', ...CONTROL_NAMES]

const isArm = (text: string | null): text is Arm => ARMS.some((arm) => arm === text)

/** Whatever a fragment holds, as an address; what cannot be read is left out. */
export function parseAddress(fragment: string): Address {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const run = fields.get('run')
  const arm = fields.get('arm')
  const count = (name: string): number | undefined => {
    const text = fields.get(name)
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
  }
  const [step, episode, turn] = [count('step'), count('episode'), count('turn')]
  const beside = [...new Set((fields.get('with') ?? '').split('.'))].filter((id) => RUN_ID.test(id)).slice(0, MOST_OVERLAYS)
  const fault = FAULTS.find((one) => one === fields.get('fault'))
  const table = TABLES.find(({ id }) => id === fields.get('table'))?.id
  const seed = count('seed')
  const panel = PANELS.find((one) => one === fields.get('panel'))
  const games = GAMES_MODES.find((one) => one === fields.get('games'))
  const tab = TABS.find((one) => one === fields.get('tab'))
  const lesson = LESSON_IDS.find((one) => one === fields.get('lesson'))
  const at = count('at')
  const hidden = (fields.get('hide') ?? '').split('.')
  const hide = PARTS.filter((part) => hidden.includes(part))
  return {
    ...(run !== null && RUN_ID.test(run) ? { run } : {}),
    ...(beside.length > 0 ? { with: beside } : {}),
    ...(isArm(arm) ? { arm } : {}),
    ...(step === undefined ? {} : { step }),
    ...(episode === undefined ? {} : { episode }),
    ...(turn === undefined ? {} : { turn }),
    ...(tab === undefined ? {} : { tab }),
    ...readFilterFields(fields),
    ...(fields.get('play') === 'hand' ? { play: 'hand' as const } : {}),
    ...(fault === undefined ? {} : { fault }),
    ...(table === undefined ? {} : { table }),
    ...(seed === undefined ? {} : { seed }),
    ...readLanes(fields),
    ...(games === undefined || games === 'play' ? {} : { games }),
    ...(panel === undefined ? {} : { panel }),
    ...(lesson === undefined ? {} : { lesson }),
    ...(lesson === undefined || at === undefined || at < 1 || at > LESSONS[lesson].steps.length ? {} : { at }),
    ...(hide.length === 0 ? {} : { hide }),
  }
}

export function formatAddress(address: Address): string {
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(address)) fields.set(key, Array.isArray(value) ? value.join('.') : String(value))
  const text = fields.toString()
  return text === '' ? '#' : `#${text}`
}
