// The one clock of the page: it stands at a turn of an episode of a step, which the address names and every view shows. It goes from turn to
// turn, through episodes and then steps, by hand or by itself.

import type { StepTurns } from '../../src/record/step-turns.ts'
import { clockStepOf, type Moment, momentAt, momentBeside, momentsOf } from '../state/clock.ts'
import { tokenSteps } from '../state/select-tokens.ts'
import { timesOf } from '../state/timeline.ts'
import { workbench } from '../state/workbench.ts'
import { selectStep, selectTurn } from './navigate.ts'
import { loadTurns } from './show-timeline.ts'

/** A turn's time on view while the clock goes, in milliseconds. */
const BEAT = 700

let timer: ReturnType<typeof setTimeout> | undefined

async function turnsAt(step: number | null): Promise<StepTurns | undefined> {
  if (step === null) return undefined
  if (workbench.getState().timeline.turns[step] === undefined) await loadTurns([step])
  const { timeline, run, selection } = workbench.getState()
  return timeline.run === run?.id && timeline.arm === selection.arm ? timeline.turns[step] : undefined
}

/** One turn on or back; false where there is none. */
export async function moveClock(offset: 1 | -1): Promise<boolean> {
  const step = clockStepOf(workbench.getState())
  const turns = await turnsAt(step)
  if (step === null || turns === undefined) return false
  const { place, run, selection } = workbench.getState()
  const found = momentBeside(momentsOf(turns), place, offset)
  if (found !== null) return go(step, found)
  const steps = run === null ? [] : tokenSteps(run, selection.arm)
  const beyond = steps[steps.indexOf(step) + offset]
  const there = beyond === undefined ? undefined : await turnsAt(beyond)
  const first = there === undefined ? null : momentBeside(momentsOf(there), { episode: null, turn: null }, offset)
  return beyond !== undefined && first !== null && go(beyond, first)
}

function go(step: number, { episode, turn }: Moment): true {
  selectTurn(step, episode, turn)
  return true
}

/** To a place among the turns of the step. */
export async function setClock(place: number): Promise<void> {
  const step = clockStepOf(workbench.getState())
  const turns = await turnsAt(step)
  const moment = turns === undefined ? undefined : momentsOf(turns)[place]
  if (step !== null && moment !== undefined) go(step, moment)
}

/** The episode at which the clock stood when somebody took hold of the time. */
let heldTo: number | null = null
let scrubs = 0

/** Somebody takes hold of the time. */
export function beginScrub(): void {
  heldTo = workbench.getState().place.episode
}

/** To a time on the axis of the run; a step whose turns are not read yet is gone to first. `only`: no other episode is on view. */
export async function scrubTo(time: number, only: boolean): Promise<void> {
  const mine = ++scrubs
  const found = momentOn(time, only)
  if (found === null) return
  if (found.moment !== null) return void go(found.step, found.moment)
  selectStep(found.step)
  await turnsAt(found.step)
  const read = mine === scrubs ? momentOn(time, only) : null
  if (read !== null && read.moment !== null) go(read.step, read.moment)
}

function momentOn(time: number, only: boolean): ReturnType<typeof momentAt> {
  const { run, selection, timeline } = workbench.getState()
  if (run === null) return null
  const turns = timeline.run === run.id && timeline.arm === selection.arm ? timeline.turns : {}
  return momentAt(timesOf(run, selection.arm), turns, { episode: heldTo, only }, time)
}

export function toggleClock(): void {
  if (workbench.getState().playing) stopClock()
  else {
    workbench.setState({ playing: true })
    void beat()
  }
}

function stopClock(): void {
  clearTimeout(timer)
  if (workbench.getState().playing) workbench.setState({ playing: false })
}

async function beat(): Promise<void> {
  clearTimeout(timer)
  const { run } = workbench.getState()
  const moved = await moveClock(1)
  if (!workbench.getState().playing) return
  // The end, or another run: nothing goes on by itself there.
  if (!moved || workbench.getState().run?.id !== run?.id) stopClock()
  else timer = setTimeout(() => void beat(), BEAT)
}
