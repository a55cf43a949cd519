// The one store of the page: slices of plain data that views select from and commands write. Nothing in here
// calls a worker, and everything about a run in it comes out of run-view.ts.

import { createStore } from 'zustand/vanilla'
import type { ErrorData } from '../../src/base/errors.ts'
import type { Arm, RunEvent } from '../../src/record/events.ts'
import type { MemoryPlan, ServiceDescription } from '../../src/service/index.ts'
import type { GamesMode, PagePart, Panel, Tab } from './address.ts'
import type { AlternativesState } from './alternatives.ts'
import { type Author, NO_AUTHOR } from './author.ts'
import type { AuthorCheck } from './author-check.ts'
import type { AuthorMask } from './author-mask.ts'
import { type AuthorPlay, NO_PLAY } from './author-play.ts'
import { type AuthorTrain, NO_TRAIN } from './author-train.ts'
import type { BoardState } from './board.ts'
import type { ContrastSetting, ContrastState } from './contrast.ts'
import { type BroughtData, NO_DATA } from './data-sets.ts'
import type { DeviceReport, EngineChoice } from './device-report.ts'
import { emptyDraft, type SpecDraft } from './draft.ts'
import type { EpisodePlay } from './episode-play.ts'
import { type BoardBelief, FIRST_GAME, type GameDraft, type GameFacts, type GameState } from './games.ts'
import type { HandDraft, HandState } from './hand-play.ts'
import type { LabState } from './lab.ts'
import type { Arrangement } from './lanes.ts'
import { type LeagueState, NO_LEAGUE } from './league.ts'
import type { LedgerState } from './ledger.ts'
import { type LessonsState, NO_LESSONS } from './lessons.ts'
import { OFFLINE_UNKNOWN, type OfflineState, type StorageState } from './offline.ts'
import type { Opening } from './opening.ts'
import type { OverlayRun } from './overlays.ts'
import { NO_POLICIES, type Policies } from './policies.ts'
import type { ProfileState } from './profile.ts'
import type { RecordingState } from './recording.ts'
import type { Promised } from './rerun.ts'
import { NO_RUN_FILTER, type RunFilter } from './run-filter.ts'
import type { RunQueue } from './run-queue.ts'
import { type RunView, reduceRun } from './run-view.ts'
import type { RunsUnderWay } from './runs-under-way.ts'
import type { SavedRun } from './saved-run.ts'
import type { Schedule } from './schedule.ts'
import type { OfferedLink, OpenedLink } from './shared-link.ts'
import { NO_SIBLINGS, type Siblings } from './siblings.ts'
import type { StepPictures } from './step-pictures.ts'
import { NO_TIMELINE, type Place, type TimelineState } from './timeline.ts'
import { NO_FILTER, type TokenFilter } from './token-filter.ts'
import type { TokenDetail, TokenStep } from './token-step.ts'
import { emptyTrial, type TrialDraft, type TrialState } from './trial.ts'
import { NO_WALL, type WallState } from './wall.ts'

/** The engine of this tab: prepared once, before the first run, so that its plan can be shown. */
export type EngineState =
  | { readonly kind: 'off' }
  | { readonly kind: 'preparing'; readonly what: string }
  | { readonly kind: 'ready'; readonly description: ServiceDescription; readonly memory: MemoryPlan | null }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** `busy`: another tab keeps the records; this one works without saving. */
export type StoreState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly error: ErrorData }
  | { readonly kind: 'failed'; readonly error: ErrorData }

export interface CheckRow {
  readonly operation: string
  readonly size: string
  readonly error: number
  readonly tolerance: number
  readonly passed: boolean
}

export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly rows: readonly CheckRow[] }
  | { readonly kind: 'done'; readonly rows: readonly CheckRow[] }
  | { readonly kind: 'failed'; readonly rows: readonly CheckRow[]; readonly error: ErrorData }

/** What the device holds, by the label of what holds it. */
export interface MemoryHeld {
  readonly held: Readonly<Record<string, number>>
  readonly peakBytes: number
}

export interface ZoneWidths {
  readonly left: number | null
  readonly right: number | null
}

export type Theme = 'system' | 'light' | 'dark'

export interface WorkbenchState {
  readonly device: DeviceReport
  readonly engine: EngineState
  readonly engineChoice: EngineChoice
  readonly store: StoreState
  readonly saved: readonly SavedRun[]
  readonly draft: SpecDraft
  /** The run on view, live or read back, and whether a worker is behind it. */
  readonly run: RunView | null
  readonly live: boolean
  /** The page has just opened: what it shows first, a run that is kept or the recorded one, is being read. */
  readonly arriving: boolean
  /** Every run that has a worker, by id, the one on view among them. */
  readonly underWay: RunsUnderWay
  /** Set when the run on view is the recorded one that ships with the page. */
  readonly recording: RecordingState | null
  /** What was pressed and not yet answered: the button shows it at once. */
  readonly pending: 'start' | 'continue' | 'pause' | 'resume' | 'step' | 'stop' | null
  /** An error of a command, beside the button that mends it. */
  readonly commandError: ErrorData | null
  /** Runs drawn beside the one on view. */
  readonly overlays: readonly OverlayRun[]
  /** Runs that belong to the one on view: its controls, its other seeds. */
  readonly siblings: Siblings
  /** Whether runs of other seeds are drawn as one band with the one on view. */
  readonly seedsTogether: boolean
  /** Runs that start when the present one has finished. */
  readonly queue: RunQueue
  /** The weight of the past in smoothed lines, 0 to 0.95. */
  readonly smoothing: number
  readonly selection: { readonly arm: Arm; readonly step: number | null }
  /** The turn on view, in all views. */
  readonly place: Place
  /** Whether the clock goes by itself. */
  readonly playing: boolean
  readonly timeline: TimelineState
  /** The credit of an episode, while somebody looks at it. */
  readonly ledger: LedgerState
  /** How the lanes of the timeline are arranged. */
  readonly lanes: Arrangement
  /** The faulty coordinator that is watched in the timeline's place; null: none. */
  readonly contrastSetting: ContrastSetting | null
  readonly contrast: ContrastState
  readonly tokenStep: TokenStep | null
  readonly tokenProblem: ErrorData | null
  /** The last step that was asked for and was not kept, by its key (select-tokens.ts); null: none. */
  readonly tokensGone: string | null
  readonly tokenFilter: TokenFilter
  readonly runFilter: RunFilter
  /** The run that the list measures others against; null: the newest pinned one. */
  readonly baseline: string | null
  readonly token: TokenDetail | null
  /** What that token could have been. */
  readonly alternatives: AlternativesState
  /** The recorded game beside the tokens. */
  readonly board: BoardState
  readonly stepPictures: StepPictures
  /** What a policy makes of the position on that board, while somebody asks. */
  readonly boardBelief: BoardBelief
  /** Which episode of a step is on the board, by its place in the step. */
  readonly boardPlace: number
  /** Whether the board follows games while they are played. */
  readonly boardFollows: boolean
  readonly trialDraft: TrialDraft
  readonly trial: TrialState
  readonly handDraft: HandDraft
  readonly hand: HandState
  /** Whether a person plays in the view where policies are tried. */
  readonly byHand: boolean
  /** What the games show: one to play, a wall of many, a league. */
  readonly gamesMode: GamesMode
  readonly gameFacts: readonly GameFacts[]
  readonly gameDraft: GameDraft
  readonly game: GameState
  readonly league: LeagueState
  readonly wall: WallState
  readonly held: MemoryHeld | null
  /** The engine's queue, while somebody looks at it. */
  readonly schedule: Schedule | null
  readonly lab: LabState
  readonly policies: Policies
  readonly profile: ProfileState
  readonly check: CheckState
  readonly tab: Tab
  readonly panel: Panel | null
  readonly lessons: LessonsState
  /** Parts of the page that the link hides. */
  readonly hidden: readonly PagePart[]
  readonly theme: Theme
  /** Widths of the outer zones in pixels; null: as the page likes. */
  readonly widths: ZoneWidths
  /** Whether single keys are commands. */
  readonly singleKeys: boolean
  /** A link that stands in the address and waits for a press. */
  readonly link: OpenedLink | null
  /** A run bundle on its way into this browser. */
  readonly opening: Opening
  readonly offline: OfflineState
  readonly storage: StorageState
  /** Whether somebody has answered the question whether it may stay. */
  readonly askedToPersist: boolean
  /** The episode of a link, once it was pressed. */
  readonly episodePlay: EpisodePlay
  /** Somebody holds files over the page. */
  readonly dropping: boolean
  /** Links that can be copied, while somebody looks at them. */
  readonly offered: readonly OfferedLink[]
  /** What the run that is to be repeated said of itself. */
  readonly promised: Promised | null
  /** A short word about what was just done; empty when there is none. */
  readonly said: string
  readonly author: Author
  readonly authorCheck: AuthorCheck
  readonly authorPlay: AuthorPlay
  readonly authorMask: AuthorMask
  readonly authorTrain: AuthorTrain
  readonly data: BroughtData
}

export const workbench = createStore<WorkbenchState>(() => ({
  device: { kind: 'asking' },
  engine: { kind: 'off' },
  engineChoice: 'auto',
  store: { kind: 'opening' },
  saved: [],
  draft: emptyDraft(),
  run: null,
  live: false,
  arriving: true,
  underWay: {},
  recording: null,
  pending: null,
  commandError: null,
  overlays: [],
  siblings: NO_SIBLINGS,
  seedsTogether: true,
  queue: { waiting: [], held: false },
  smoothing: 0.6,
  selection: { arm: 'policy', step: null },
  place: { episode: null, turn: null },
  playing: false,
  timeline: NO_TIMELINE,
  ledger: { kind: 'none' },
  lanes: { pinned: [], folded: [] },
  contrastSetting: null,
  contrast: { kind: 'none' },
  tokenStep: null,
  tokenProblem: null,
  tokensGone: null,
  tokenFilter: NO_FILTER,
  runFilter: NO_RUN_FILTER,
  baseline: null,
  token: null,
  alternatives: { kind: 'none' },
  board: { kind: 'none' },
  stepPictures: new Map(),
  boardBelief: { state: { kind: 'off' }, believer: '' },
  boardPlace: 0,
  boardFollows: true,
  trialDraft: emptyTrial,
  trial: { kind: 'idle' },
  handDraft: { preset: null, text: '', side: 0 },
  hand: { kind: 'idle' },
  byHand: false,
  gamesMode: 'play',
  gameFacts: [],
  gameDraft: FIRST_GAME,
  game: { kind: 'idle' },
  league: NO_LEAGUE,
  wall: NO_WALL,
  held: null,
  schedule: null,
  lab: { kind: 'idle' },
  policies: NO_POLICIES,
  profile: { kind: 'idle' },
  check: { kind: 'idle' },
  tab: 'charts',
  panel: null,
  lessons: NO_LESSONS,
  hidden: [],
  theme: 'system',
  widths: { left: null, right: null },
  singleKeys: true,
  link: null,
  opening: { kind: 'idle' },
  offline: OFFLINE_UNKNOWN,
  storage: { kind: 'idle' },
  askedToPersist: true,
  episodePlay: { kind: 'idle' },
  dropping: false,
  offered: [],
  promised: null,
  said: '',
  author: NO_AUTHOR,
  authorCheck: { kind: 'idle' },
  authorPlay: NO_PLAY,
  authorMask: { kind: 'idle' },
  authorTrain: NO_TRAIN,
  data: NO_DATA,
}))

/** The run as it stands: the one on view, or one under way beside it; null when it is neither. */
export function viewOf(id: string): RunView | null {
  const { run, underWay } = workbench.getState()
  return underWay[id] ?? (run?.id === id ? run : null)
}

/** Applies a batch of events to their run, on view or beside it: one change of the store, however many events. */
export function applyEvents(events: readonly RunEvent[]): void {
  const id = events[0]?.run
  const before = id === undefined ? null : viewOf(id)
  if (id === undefined || before === null) return
  const next = events.reduce(reduceRun, before)
  if (next === before) return
  const { run, underWay } = workbench.getState()
  workbench.setState({
    ...(underWay[id] === undefined ? {} : { underWay: { ...underWay, [id]: next } }),
    ...(run?.id === id ? { run: next } : {}),
  })
}
