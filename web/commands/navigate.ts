// Where the visitor is: kept in the address, so that Back works and a view can be linked. The store follows the
// address, never the other way round.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { checkEventLog } from '../../src/record/event-version.ts'
import type { Arm } from '../../src/record/events.ts'
import { type Address, formatAddress, type GamesMode, type PagePart, type Panel, parseAddress, type Tab } from '../state/address.ts'
import { type ContrastSetting, contrastOf } from '../state/contrast.ts'
import { type Arrangement, fieldsOfLanes } from '../state/lanes.ts'
import type { LessonPlace } from '../state/lessons.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import type { RunFilter } from '../state/run-filter.ts'
import { replayRun } from '../state/run-view.ts'
import type { TokenFilter } from '../state/token-filter.ts'
import { fieldsOfRunFilter, fieldsOfTokenFilter, runFilterOf, tokenFilterOf } from '../state/view-filters.ts'
import { workbench } from '../state/workbench.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { showOverlays } from './overlay-runs.ts'
import { openRecording } from './play-recording.ts'
import { readLink } from './read-link.ts'
import { showTokens } from './show-tokens.ts'
import { storedEvents } from './store.ts'

/** Browsers refuse an address that is written more often than some hundred times in half a minute: after so many in that time it is paced. */
const [BURST, SPELL, PACE] = [30, 30_000, 500]

/** Where the visitor is already while the address does not say so yet: it is dropped if the address has become another one meanwhile. */
let ahead: { readonly hash: string; readonly over: string; readonly push: boolean } | null = null
let written: readonly number[] = []
let writing: ReturnType<typeof setTimeout> | undefined
let callOff = (): void => {}

const hashNow = (): string => (ahead !== null && ahead.over === location.hash ? ahead.hash : location.hash)

function address(): Address {
  return parseAddress(hashNow())
}

/** What was waited with is written now. */
function catchUp(): void {
  clearTimeout(writing)
  callOff()
  const hash = hashNow()
  const push = ahead?.push === true
  ahead = null
  if (hash === location.hash) return
  if (push) {
    history.pushState(null, '', hash)
    return
  }
  history.replaceState(null, '', hash)
  written = [...written.slice(1 - BURST), performance.now()]
}

/** In the place of the present address, at once or, where it has been written often, a little later. */
function replaceAddress(hash: string): void {
  // A place that is about to be written is written as what it has become.
  const push = ahead?.push === true && ahead.over === location.hash
  ahead = { hash, over: location.hash, push }
  if (push) return
  clearTimeout(writing)
  const now = performance.now()
  const often = written.length === BURST && now - (written[0] ?? 0) < SPELL
  const wait = often ? (written.at(-1) ?? 0) + PACE - now : 0
  if (wait <= 0) catchUp()
  else writing = setTimeout(catchUp, wait)
}

/** A place that Back returns to. What a press brings is painted first: browsers take their time to note a place down. */
function pushAddress(hash: string): void {
  catchUp()
  ahead = { hash, over: location.hash, push: true }
  callOff = afterPaint(catchUp)
}

/** The address that a link to a step of a lesson has here, the run on view left out of what is shared. */
export function lessonAddress(place: LessonPlace | null, hide: readonly PagePart[] | 'as now' = 'as now'): string {
  const { hide: now, lesson: _lesson, at: _at, ...here } = address()
  const parts = hide === 'as now' ? now : hide
  return formatAddress({
    ...(hide === 'as now' ? here : {}),
    tab: 'lessons',
    ...(place === null ? {} : { lesson: place.lesson, at: place.at }),
    ...(parts === undefined || parts.length === 0 ? {} : { hide: parts }),
  })
}

/** Changes the address; `push` makes a place that Back returns to. */
function go(change: { readonly [K in keyof Address]?: Address[K] | undefined }, push = true): void {
  const merged = Object.fromEntries(Object.entries({ ...address(), ...change }).filter(([, value]) => value !== undefined)) as Address
  const target = formatAddress(merged)
  if (target === hashNow() || (target === '#' && hashNow() === '')) {
    followAddress()
    return
  }
  if (push) pushAddress(target)
  else replaceAddress(target)
  followAddress()
}

const NO_PLACE = { episode: undefined, turn: undefined }

export const selectStep = (step: number | null): void => go({ step: step ?? undefined, ...NO_PLACE }, false)
/** A turn, by its episode and wave; without a wave the episode. */
export const selectTurn = (step: number, episode: number | null, wave: number | null): void =>
  go({ step, episode: episode ?? undefined, turn: wave ?? undefined }, false)
/** A turn of what is watched in the run's place: the run stays where it is. */
export const selectMoment = (episode: number, turn: number | null): void => go({ episode, turn: turn ?? undefined }, false)
/** A faulty coordinator in the timeline's place; null: the run's own timeline again. */
export const watchFault = (setting: ContrastSetting | null): void =>
  go({ fault: setting?.fault, table: setting?.table, seed: setting?.seed, ...(setting === null ? NO_PLACE : { tab: 'timeline', ...NO_PLACE }) })
export const arrangeLanes = (lanes: Arrangement): void => go(fieldsOfLanes(lanes), false)
export const selectArm = (arm: Arm): void => go({ arm: arm === 'policy' ? undefined : arm, step: undefined, ...NO_PLACE })
export const selectTab = (tab: Tab): void => go({ tab: tab === 'charts' ? undefined : tab })
export const openPanel = (panel: Panel | null): void => go({ panel: panel ?? undefined })
export const drawBeside = (runs: readonly string[]): void => go({ with: runs.length === 0 ? undefined : runs }, false)
/** Typing leaves no place behind for every letter; a choice does. */
export const filterTokens = (filter: TokenFilter, typing: boolean): void => go(fieldsOfTokenFilter(filter), !typing)
export const filterRunList = (filter: RunFilter, typing: boolean): void => go(fieldsOfRunFilter(filter), !typing)
export const playByHand = (byHand: boolean): void => go({ play: byHand ? 'hand' : undefined })
export const showGames = (mode: GamesMode): void => go({ tab: 'games', games: mode === 'play' ? undefined : mode })
export const measureAgainst = (baseline: string | null): void => go({ baseline: baseline ?? undefined })
export const drawSeedsTogether = (together: boolean): void => go({ seeds: together ? undefined : 'apart' }, false)
export const goToRun = (run: string): void => go({ run, step: undefined, arm: undefined, ...NO_PLACE })
/** No run on view: what is decided there starts one beside those under way. */
export const leaveRun = (): void => go({ run: undefined, step: undefined, arm: undefined, ...NO_PLACE })
/** Shows again what a link has hidden. */
export const showAll = (): void => go({ hide: undefined })
/** A start that failed leaves no place behind. */
export const backToRun = (run: string | undefined): void => go({ run }, false)

/** Another place altogether, in the place of a link. */
export function goToPlace(place: Address): void {
  if (ahead?.push === true) catchUp()
  ahead = null
  history.replaceState(null, '', formatAddress(place))
  followAddress()
}

/** The address of what is on view, links left out. */
let onView = ''

/** Where the visitor was before a link came over it. */
export const backFromLink = (): void => goToPlace(parseAddress(onView))

export function watchAddress(): void {
  window.addEventListener('popstate', followAddress)
  followAddress()
}

function sameOr<T extends object>(known: T, next: T): T {
  const fields = Object.keys(next) as (keyof T)[]
  return fields.every((field) => known[field] === next[field]) ? known : next
}

const samePlace = (known: LessonPlace | null, next: LessonPlace | null): boolean => known?.lesson === next?.lesson && known?.at === next?.at

/** Brings on view what the address names. */
export function followAddress(): void {
  // A link is looked at over whatever was on view.
  if (readLink(hashNow())) return
  onView = hashNow()
  const here = address()
  const {
    run,
    with: beside = [],
    arm = 'policy',
    step = null,
    tab = 'charts',
    panel = null,
    baseline = null,
    seeds,
    play,
    games = 'play',
    episode = null,
    turn = null,
    pin = [],
    fold = [],
  } = here
  const { tokenFilter, runFilter, lessons, hidden, lanes, contrastSetting: watched, selection, place: looked } = workbench.getState()
  const place: LessonPlace | null = here.lesson === undefined ? null : { lesson: here.lesson, at: here.at ?? 1 }
  const contrast = contrastOf(here)
  // What stays as it is stays the same object: whoever draws it draws nothing again.
  workbench.setState({
    lessons: samePlace(lessons.place, place) ? lessons : { ...lessons, place },
    hidden: (here.hide ?? []).join() === hidden.join() ? hidden : (here.hide ?? []),
    ...{
      selection: sameOr(selection, { arm, step }),
      tab,
      panel,
      baseline,
      seedsTogether: seeds !== 'apart',
      byHand: play === 'hand',
      gamesMode: games,
      place: sameOr(looked, { episode, turn }),
      // The same arrangement stays the same object: nothing is laid out again.
      lanes: lanes.pinned.join() === pin.join() && lanes.folded.join() === fold.join() ? lanes : { pinned: pin, folded: fold },
      contrastSetting: watched === null || contrast === null ? contrast : sameOr(watched, contrast),
    },
    ...{ tokenFilter: sameOr(tokenFilter, tokenFilterOf(here)), runFilter: sameOr(runFilter, runFilterOf(here)) },
  })
  void showOverlays(beside)
  if (run !== undefined && run !== workbench.getState().run?.id) void openRun(run)
  else void showTokens()
}

/** Redraws a run from its stored log, with the code that draws a live one. */
export async function openRun(id: string): Promise<void> {
  const { store, underWay } = workbench.getState()
  const beside = underWay[id]
  if (beside !== undefined) {
    workbench.setState({ run: beside, live: true, recording: null, commandError: null, tokenStep: null, tokenProblem: null })
    return showTokens()
  }
  if (store.kind === 'opening') return
  if (id === RECORDED_RUN) return openRecording()
  try {
    const events = await storedEvents(id, 0)
    if (events.length === 0) return
    workbench.setState({
      run: replayRun(id, unwrap(checkEventLog(events))),
      live: false,
      recording: null,
      commandError: null,
      tokenStep: null,
      tokenProblem: null,
    })
    await showTokens()
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}
