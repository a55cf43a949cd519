// What the screen shows of a run, as a pure function of its event log. A live run and a run read back from the
// store go through the same reducer. Knows neither where events come from nor how anything is drawn.

import { unreachable } from '../../src/base/assert.ts'
import type { ErrorData } from '../../src/base/errors.ts'
import type { EpisodeState, StopReason } from '../../src/episode/trajectory.ts'
import { withReload } from '../../src/record/environment-versions.ts'
import type {
  Arm,
  Evaluation,
  RunEvent,
  RunPhase,
  RunSummary,
  StepDurations,
  StepMetrics,
  StepSpans,
  TokenBlobRef,
  TurnBlobRef,
} from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { MemoryPlan, ServiceDescription } from '../../src/service/index.ts'
import { type AuditView, withAudit } from './audit-view.ts'

/** `interrupted`: the log ends although the run had not: its page was closed. */
export type ViewStatus = 'starting' | 'running' | 'paused' | 'finished' | 'stopped' | 'played' | 'failed' | 'interrupted'

export interface StepPoint {
  readonly step: number
  readonly version: number
  readonly metrics: StepMetrics
  readonly milliseconds: StepDurations
}

export interface ArmView {
  readonly steps: readonly StepPoint[]
  readonly evaluations: readonly (Evaluation & { readonly milliseconds: number })[]
}

export interface StateCounts {
  readonly arm: Arm
  readonly step: number
  readonly counts: Readonly<Record<EpisodeState, number>>
  readonly stops: Readonly<Partial<Record<StopReason, number>>>
}

/** A step's turns: where their bytes are, and when things were done. */
export interface TurnsOfStep {
  readonly ref: TurnBlobRef
  readonly spans: StepSpans
}

export interface RunView {
  readonly id: string
  readonly status: ViewStatus
  readonly lastSeq: number
  readonly spec: RunSpec | null
  readonly service: ServiceDescription | null
  readonly memory: MemoryPlan | null
  readonly vocabulary: readonly string[]
  readonly phase: RunPhase
  readonly phaseStep: number
  readonly arms: Readonly<Partial<Record<Arm, ArmView>>>
  /** The latest counts, whatever the arm; and the last counts of every step that is done, for scrubbing. */
  readonly states: StateCounts | null
  readonly pastStates: readonly StateCounts[]
  readonly tokens: readonly TokenBlobRef[]
  /** Empty in logs from before turns were recorded. */
  readonly turns: readonly TurnsOfStep[]
  /** What the auditor found so far; null in logs that nobody audited. */
  readonly audit: AuditView | null
  readonly digest: string | null
  /** Where a deadline first ended an episode, which no run of the spec need do again; null: nowhere. */
  readonly unrepeatable: { readonly step: number; readonly episode: number } | null
  /** The step after which the run was last kept whole; null before that. */
  readonly checkpoint: number | null
  readonly summary: RunSummary | null
  readonly error: ErrorData | null
}

const EMPTY_ARM: ArmView = { steps: [], evaluations: [] }

export function emptyRunView(id: string): RunView {
  return {
    id,
    status: 'starting',
    lastSeq: -1,
    spec: null,
    service: null,
    memory: null,
    vocabulary: [],
    phase: 'preparing',
    phaseStep: 0,
    arms: {},
    states: null,
    pastStates: [],
    tokens: [],
    turns: [],
    audit: null,
    digest: null,
    unrepeatable: null,
    checkpoint: null,
    summary: null,
    error: null,
  }
}

/** The view after one more event. An event that was already applied changes nothing. */
export function reduceRun(view: RunView, event: RunEvent): RunView {
  if (event.run !== view.id || event.seq <= view.lastSeq) return view
  const next = { ...view, lastSeq: event.seq }
  switch (event.kind) {
    case 'started':
      return { ...next, status: 'running', spec: event.spec, service: event.service, memory: event.memory, vocabulary: event.vocabulary }
    case 'phase':
      return { ...next, phase: event.phase, phaseStep: event.step }
    case 'evaluated': {
      const arm = armOf(view, event.evaluation.arm)
      return withArm(next, event.evaluation.arm, { ...arm, evaluations: [...arm.evaluations, { ...event.evaluation, milliseconds: event.milliseconds }] })
    }
    case 'states': {
      const states = { arm: event.arm, step: event.step, counts: event.counts, stops: event.stops }
      return { ...next, states }
    }
    case 'stepped': {
      const arm = armOf(view, event.arm)
      const point: StepPoint = { step: event.step, version: event.version, metrics: event.metrics, milliseconds: event.milliseconds }
      const past =
        view.states !== null && view.states.arm === event.arm && view.states.step === event.step ? [...view.pastStates, view.states] : view.pastStates
      const digest = event.arm === 'policy' ? event.digest : view.digest
      const ended = event.unrepeatable?.[0]
      const unrepeatable = view.unrepeatable ?? (ended === undefined ? null : { step: event.step, episode: ended })
      return withArm({ ...next, digest, unrepeatable, pastStates: past }, event.arm, { ...arm, steps: [...arm.steps, point] })
    }
    case 'audited':
      return { ...next, audit: withAudit(view.audit, event.step, event.audit) }
    case 'tokens':
      return { ...next, tokens: [...view.tokens, event.ref] }
    case 'turns':
      return { ...next, turns: [...view.turns, { ref: event.ref, spans: event.milliseconds }] }
    case 'reloaded':
      return { ...next, spec: view.spec === null ? null : withReload(view.spec, { after: event.step, source: event.hash }) }
    case 'paused':
      return { ...next, status: 'paused' }
    case 'resumed':
    case 'continued':
      return { ...next, status: 'running' }
    case 'checkpointed':
      return { ...next, checkpoint: event.step }
    case 'finished':
      return { ...next, status: 'finished', phase: 'idle', summary: event.summary, digest: event.summary.digest }
    case 'stopped':
      return { ...next, status: 'stopped', phase: 'idle' }
    case 'played':
      return { ...next, status: 'played', phase: 'idle' }
    case 'failed':
      return { ...next, status: 'failed', phase: 'idle', error: event.error }
    default:
      return unreachable(event)
  }
}

/** The view of a whole log, as it is read back from the store: what had not ended was interrupted. */
export function replayRun(id: string, events: readonly RunEvent[]): RunView {
  const view = events.reduce(reduceRun, emptyRunView(id))
  return isOver(view.status) ? view : { ...view, status: 'interrupted', phase: 'idle' }
}

export function isOver(status: ViewStatus): boolean {
  return status === 'finished' || status === 'stopped' || status === 'played' || status === 'failed' || status === 'interrupted'
}

export function armOf(view: RunView, arm: Arm): ArmView {
  return view.arms[arm] ?? EMPTY_ARM
}

/** The counts of a step: the past ones of a chosen step, else the latest. */
export function statesOf(view: RunView, arm: Arm, step: number | null): StateCounts | null {
  if (step === null) return view.states
  return view.pastStates.findLast((past) => past.arm === arm && past.step === step) ?? null
}

/** Whether the run ended while episodes of this step were still open: nothing moves them any more. */
export function leftOpen(view: RunView | null, { counts }: StateCounts): boolean {
  return view !== null && isOver(view.status) && counts.PENDING + counts.GENERATING + counts.INTERACTING > 0
}

function withArm(view: RunView, name: Arm, arm: ArmView): RunView {
  return { ...view, arms: { ...view.arms, [name]: arm } }
}
