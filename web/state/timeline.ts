// What the timeline shows, as plain data out of the run's view: times of all steps, turns of those that are read, and the turns at
// which a check failed. Pure; web/scene/timeline lays it out.

import type { ErrorData } from '../../src/base/errors.ts'
import { EPISODE_STATES } from '../../src/episode/trajectory.ts'
import { reloadsOf } from '../../src/record/environment-versions.ts'
import type { Arm, StepSpans } from '../../src/record/events.ts'
import { type RunTimes, runTimes, timesWithin } from '../../src/record/run-times.ts'
import type { AuditViolation } from '../../src/record/step-audit.ts'
import type { StepTurns, TurnRecord } from '../../src/record/step-turns.ts'
import { armOf, type RunView } from './run-view.ts'
import type { TokenStep } from './token-step.ts'

/** Turns that were read, of one arm of one run. */
export interface TimelineState {
  readonly run: string
  readonly arm: Arm
  readonly turns: Readonly<Record<number, StepTurns>>
  /** Steps whose turns are not kept any more. */
  readonly gone: readonly number[]
  readonly problem: ErrorData | null
}

export const NO_TIMELINE: TimelineState = { run: '', arm: 'policy', turns: {}, gone: [], problem: null }

/** Which turn is on view: its episode, and in it the wave. */
export interface Place {
  readonly episode: number | null
  readonly turn: number | null
}

export interface FailedCheck {
  readonly step: number
  readonly violation: AuditViolation
  /** Where it happened; null while the step's turns are not read. */
  readonly turn: TurnRecord | null
}

export function timesOf(run: RunView, arm: Arm): RunTimes {
  const { steps, evaluations } = armOf(run, arm)
  const spans = new Map(run.turns.filter(({ ref }) => ref.arm === arm).map((one) => [one.ref.step, one.spans]))
  const trained = steps.map(({ step, milliseconds }) => ({ step, milliseconds, spans: spans.get(step) ?? null }))
  return runTimes(trained.length > 0 ? trained : [...spans].map(([step, played]) => playedAlone(step, played)), evaluations)
}

/** A game that was kept is a step of play and nothing else. */
function playedAlone(step: number, spans: StepSpans) {
  const [, total] = spans.rollout
  return { step, milliseconds: { rollout: total, environment: 0, forwardBackward: 0, optimizer: 0, total }, spans }
}

/** Where versions of an authored source took the place of the one before: each is measured at once, and that is where it begins. */
export function versionsOf({ spec }: Pick<RunView, 'spec'>, times: RunTimes) {
  if (spec === null) return []
  return reloadsOf(spec).flatMap(({ after, source }) => {
    const measured = times.evaluations.findLast(({ step }) => step === after)
    return measured === undefined ? [] : [{ at: measured.from, text: `source ${source.slice(0, 8)}` }]
  })
}

export function timelineOf(times: RunTimes, { turns }: Pick<TimelineState, 'turns'>, checks: readonly FailedCheck[], episode: number | null) {
  const read = Object.values(turns)
  // A seat that the settings leave to the environment writes nothing: it has no lane.
  const seen = new Set(read.flatMap((step) => [...step.turns.map(({ agent }) => agent), ...step.waits.flatMap((wait) => [...wait.waiting, ...wait.for])]))
  const key = (step: number, turn: TurnRecord): string => `${step}/${turn.episode}/${turn.wave}/${turn.agent}`
  return {
    length: times.length,
    agents: (read[0]?.agents ?? []).filter((agent) => seen.has(agent)),
    evaluations: times.evaluations,
    episode,
    failed: new Set(checks.flatMap(({ step, turn }) => (turn === null ? [] : [key(step, turn)]))),
    steps: times.steps.map((step) => {
      const own = turns[step.step]
      const within = own === undefined ? { turns: [], waits: [] } : timesWithin(step, own)
      return { ...step, turns: own?.turns ?? null, waits: own?.waits ?? [], turnSpans: within.turns, waitTimes: within.waits, overlapping: step.turns !== null }
    }),
  }
}

/** Whether an episode of this step has a second turn: else there is nothing to step through. Of a step whose turns are not told yet, the last that were. */
export function hasTurnsToStep({ turns }: Pick<RunView, 'turns'>, { arm, step, groups }: Pick<TokenStep, 'arm' | 'step' | 'groups'>): boolean {
  const told = turns.findLast(({ ref }) => ref.arm === arm && ref.step <= step)
  return told !== undefined && told.ref.turns > groups.reduce((sum, { sequences }) => sum + sequences.length, 0)
}

/** Turns that are drawn at once; further away only phases are. */
const MOST_DRAWN = 60_000

/** Of the steps on view those whose turns are read: all of them where they are few enough together, else the chosen one. */
export function stepsToRead({ turns }: RunView, arm: Arm, visible: readonly number[], step: number | null): readonly number[] {
  const counts = new Map(turns.flatMap(({ ref }) => (ref.arm === arm ? [[ref.step, ref.turns] as const] : [])))
  const total = visible.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0)
  return total <= MOST_DRAWN ? visible : visible.filter((one) => one === step)
}

/** The newest step that can be drawn whole: a step that has just come waits for its turns, so that it is drawn once. */
export function stepToFollow(times: RunTimes | null, { turns, gone }: Pick<TimelineState, 'turns' | 'gone'>): number | null {
  return times?.steps.findLast(({ step }) => turns[step] !== undefined || gone.includes(step))?.step ?? null
}

/** The findings of the policy's audit, each at the turn that had been reached. */
export function failedChecks(run: RunView, turns: TimelineState['turns']): readonly FailedCheck[] {
  return (run.audit?.found ?? []).map(({ step, violation }) => ({ step, violation, turn: turnOfFinding(turns[step], violation) }))
}

/** The turn that had been reached in the episode, of the agent that the finding names where it acted in it. */
export function turnOfFinding(step: StepTurns | undefined, { episode, turn, agent }: AuditViolation): TurnRecord | null {
  const own = step?.turns.filter((one) => one.episode === episode) ?? []
  const reached = own[Math.min(turn, own.length - 1)]
  if (reached === undefined) return null
  return own.find((one) => one.wave === reached.wave && one.agent === agent) ?? reached
}

/** When this turn was asked for, of a step whose turns are read; null where it has none. Without an episode, when the first of that wave was. */
export function timeAsked(step: RunTimes['steps'][number], own: StepTurns, { episode, turn }: Place): number | null {
  const { turns } = timesWithin(step, own)
  const index = own.turns.findIndex((one) => one.wave === turn && (episode === null || one.episode === episode))
  return turns[index]?.[0] ?? null
}

/** Where in a step's columns a turn's sampled tokens stand, [start, end); null where it sampled none. */
export function tokensOfTurn({ groups, states }: TokenStep, turn: TurnRecord, all: readonly TurnRecord[]): readonly [start: number, end: number] | null {
  const sequence = groups.flatMap(({ sequences }) => sequences).find((one) => one.episode === turn.episode && one.agent === turn.agent)
  if (sequence === undefined || turn.tokens === 0) return null
  const own = all.filter((one) => one.episode === turn.episode && one.agent === turn.agent && one.wave < turn.wave)
  let before = own.reduce((sum, { tokens }) => sum + tokens, 0)
  const generating = EPISODE_STATES.indexOf('GENERATING')
  for (let index = sequence.start; index < sequence.end; index++) {
    if (states[index] !== generating) continue
    if (before-- === 0) return [index, Math.min(sequence.end, index + turn.tokens)]
  }
  return null
}

/** What of a step the clock stands at: every sequence of the episode, and in each the tokens of the turn. */
export interface ClockMark {
  readonly episode: number
  /** By agent; empty while no turn is chosen or the step's turns are not read. */
  readonly tokens: Readonly<Record<string, readonly [start: number, end: number]>>
}

export function clockMarkOf(step: TokenStep, turns: StepTurns | undefined, { episode, turn }: Place): ClockMark | null {
  if (episode === null) return null
  const acted = turn === null || turns?.step !== step.step ? [] : turns.turns.filter((one) => one.episode === episode && one.wave === turn)
  const ranges = acted.flatMap((one) => {
    const range = tokensOfTurn(step, one, turns?.turns ?? [])
    return range === null ? [] : [[one.agent, range] as const]
  })
  return { episode, tokens: Object.fromEntries(ranges) }
}
