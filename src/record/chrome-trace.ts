// A run as a Chrome trace, which Perfetto and chrome://tracing open: process 0 has the phases, the engine's sampling and the
// environments as threads, every episode is a process of its own with a thread for each agent. Times are microseconds on the axis of
// run-times.ts; waits are instants where the question of their wave went out. Pure.

import type { Arm } from './events.ts'
import type { RunTimes } from './run-times.ts'
import { timesWithin } from './run-times.ts'
import type { StepTurns } from './step-turns.ts'

/** The fields of the Trace Event Format that are used. */
export type TraceEvent =
  | { readonly ph: 'M'; readonly name: 'process_name' | 'thread_name'; readonly pid: number; readonly tid: number; readonly args: { readonly name: string } }
  | {
      readonly ph: 'X'
      readonly name: string
      readonly cat: 'phase' | 'engine' | 'environment' | 'turn'
      readonly ts: number
      readonly dur: number
      readonly pid: number
      readonly tid: number
      readonly args: Readonly<Record<string, unknown>>
    }
  | {
      readonly ph: 'i'
      readonly s: 't'
      readonly name: string
      readonly cat: 'wait'
      readonly ts: number
      readonly pid: number
      readonly tid: number
      readonly args: Readonly<Record<string, unknown>>
    }

export interface ChromeTrace {
  readonly displayTimeUnit: 'ms'
  readonly otherData: { readonly run: string; readonly arm: Arm }
  readonly traceEvents: readonly TraceEvent[]
}

export interface TracedRun {
  readonly run: string
  readonly arm: Arm
  readonly times: RunTimes
  /** Of the steps whose turns are still kept. */
  readonly turns: readonly StepTurns[]
}

const [PHASES, ENGINE, ENVIRONMENT] = [1, 2, 3]

export function chromeTrace({ run, arm, times, turns }: TracedRun): ChromeTrace {
  const traceEvents: TraceEvent[] = [
    processName(0, `run ${run}, ${arm}`),
    threadName(0, PHASES, 'phases'),
    threadName(0, ENGINE, 'engine'),
    threadName(0, ENVIRONMENT, 'environments'),
  ]
  const span = (
    cat: 'phase' | 'engine' | 'environment',
    name: string,
    [from, to]: readonly [number, number],
    tid: number,
    args: Readonly<Record<string, unknown>>,
  ): void => {
    traceEvents.push({ ph: 'X', name, cat, ts: 1000 * from, dur: 1000 * (to - from), pid: 0, tid, args })
  }
  for (const { step, from, to } of times.evaluations) span('phase', 'evaluating', [from, to], PHASES, { step })
  for (const { step, rollout, updating, waves } of times.steps) {
    span('phase', 'rollout', rollout, PHASES, { step })
    if (updating !== null) span('phase', 'updating', updating, PHASES, { step })
    for (const [index, [wave, asked, answered]] of waves.entries()) {
      span('engine', 'sampling', [asked, answered], ENGINE, { step, wave })
      span('environment', 'stepping', [answered, waves[index + 1]?.[1] ?? rollout[1]], ENVIRONMENT, { step, wave })
    }
  }
  for (const step of turns) traceEvents.push(...turnEvents(step, times))
  return { displayTimeUnit: 'ms', otherData: { run, arm }, traceEvents }
}

function turnEvents({ step, agents, turns, waits }: StepTurns, times: RunTimes): TraceEvent[] {
  const placed = times.steps.find((one) => one.step === step)
  if (placed === undefined) return []
  const events: TraceEvent[] = []
  const within = timesWithin(placed, { turns, waits })
  const pidOf = (episode: number): number => episode + 1
  for (const episode of new Set(turns.map((turn) => turn.episode))) {
    events.push(processName(pidOf(episode), `episode ${episode}`), ...agents.map((agent, index) => threadName(pidOf(episode), index + 1, agent)))
  }
  for (const [index, { episode, agent, action, ...facts }] of turns.entries()) {
    const [from, to] = within.turns[index] ?? placed.rollout
    const at = { pid: pidOf(episode), tid: agents.indexOf(agent) + 1 }
    events.push({
      ph: 'X',
      name: action === '' ? 'turn' : action,
      cat: 'turn',
      ts: 1000 * from,
      dur: 1000 * (to - from),
      ...at,
      args: { step, episode, agent, ...facts },
    })
  }
  for (const [index, { episode, ...facts }] of waits.entries()) {
    const ts = 1000 * (within.waits[index] ?? placed.rollout[0])
    for (const agent of facts.waiting) {
      const at = { pid: pidOf(episode), tid: agents.indexOf(agent) + 1 }
      events.push({ ph: 'i', s: 't', name: `waits for ${facts.for.join(', ')}`, cat: 'wait', ts, ...at, args: { step, episode, ...facts } })
    }
  }
  return events
}

const processName = (pid: number, name: string): TraceEvent => ({ ph: 'M', name: 'process_name', pid, tid: 0, args: { name } })
const threadName = (pid: number, tid: number, name: string): TraceEvent => ({ ph: 'M', name: 'thread_name', pid, tid, args: { name } })
