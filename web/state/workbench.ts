// The one store of the page: slices of plain data that views select from and commands write. Nothing in here
// calls a worker, and everything about a run in it comes out of run-view.ts.

import { createStore } from 'zustand/vanilla'
import type { ErrorData } from '../../src/base/errors.ts'
import type { Arm, RunEvent } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { MemoryPlan, ServiceDescription } from '../../src/service/index.ts'
import type { Panel, Tab } from './address.ts'
import type { DeviceReport, EngineChoice } from './device-report.ts'
import { emptyDraft, type SpecDraft } from './draft.ts'
import type { OverlayRun } from './overlays.ts'
import type { RecordingState } from './recording.ts'
import { type RunView, reduceRun } from './run-view.ts'
import { NO_FILTER, type TokenFilter } from './token-filter.ts'
import type { TokenDetail, TokenStep } from './token-step.ts'
import { emptyTrial, type TrialDraft, type TrialState } from './trial.ts'

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

export interface SavedRun {
  readonly id: string
  readonly created: number
  readonly spec: RunSpec
  readonly status: string
  readonly stepsDone: number
  readonly name: string
  readonly note: string
}

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
  /** Set when the run on view is the recorded one that ships with the page. */
  readonly recording: RecordingState | null
  /** What was pressed and not yet answered: the button shows it at once. */
  readonly pending: 'start' | 'continue' | 'pause' | 'resume' | 'step' | 'stop' | null
  /** An error of a command, beside the button that mends it. */
  readonly commandError: ErrorData | null
  /** Runs drawn beside the one on view. */
  readonly overlays: readonly OverlayRun[]
  /** The weight of the past in smoothed lines, 0 to 0.95. */
  readonly smoothing: number
  readonly selection: { readonly arm: Arm; readonly step: number | null }
  readonly tokenStep: TokenStep | null
  readonly tokenProblem: ErrorData | null
  readonly tokenFilter: TokenFilter
  readonly token: TokenDetail | null
  readonly trialDraft: TrialDraft
  readonly trial: TrialState
  readonly held: MemoryHeld | null
  readonly check: CheckState
  readonly tab: Tab
  readonly panel: Panel | null
  readonly theme: Theme
  /** Widths of the outer zones in pixels; null: as the page likes. */
  readonly widths: ZoneWidths
  /** Whether single keys are commands. */
  readonly singleKeys: boolean
  /** A short word about what was just done; empty when there is none. */
  readonly said: string
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
  recording: null,
  pending: null,
  commandError: null,
  overlays: [],
  smoothing: 0.6,
  selection: { arm: 'policy', step: null },
  tokenStep: null,
  tokenProblem: null,
  tokenFilter: NO_FILTER,
  token: null,
  trialDraft: emptyTrial,
  trial: { kind: 'idle' },
  held: null,
  check: { kind: 'idle' },
  tab: 'charts',
  panel: null,
  theme: 'system',
  widths: { left: null, right: null },
  singleKeys: true,
  said: '',
}))

/** Applies a batch of events to the run on view: one change of the store, however many events. */
export function applyEvents(events: readonly RunEvent[]): void {
  const { run } = workbench.getState()
  if (run === null) return
  const next = events.reduce(reduceRun, run)
  if (next !== run) workbench.setState({ run: next })
}
