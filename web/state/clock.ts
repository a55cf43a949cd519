// Where the one clock of the page may stand, and what lies beside: a wave of an episode of a step. Pure; the address holds where it
// does stand, and web/commands/clock.ts moves it.

import type { Arm } from '../../src/record/events.ts'
import { type RunTimes, timesWithin } from '../../src/record/run-times.ts'
import type { StepTurns } from '../../src/record/step-turns.ts'
import { armOf, type RunView } from './run-view.ts'
import { tokenSteps } from './select-tokens.ts'
import { type Place, type TimelineState, timeAsked } from './timeline.ts'

interface Selected {
  readonly run: RunView | null
  readonly selection: { readonly arm: Arm; readonly step: number | null }
  readonly tokenStep: { readonly step: number } | null
  /** Who reads a token stays at its step. */
  readonly token: object | null
}

/** The step that the clock stands in: the chosen one, that of the token which is read, or the newest. */
export function clockStepOf({ run, selection, tokenStep, token }: Selected): number | null {
  if (run === null) return null
  const read = token === null ? undefined : tokenStep?.step
  return selection.step ?? read ?? armOf(run, selection.arm).steps.at(-1)?.step ?? tokenSteps(run, selection.arm).at(-1) ?? null
}

/** A wave of an episode. */
export interface Moment {
  readonly episode: number
  readonly turn: number
}

/** The places that the clock of a step goes through: episode after episode, wave after wave. */
export function momentsOf({ turns }: StepTurns): readonly Moment[] {
  const seen = new Map<string, Moment>()
  for (const { episode, wave } of turns) seen.set(`${episode} ${wave}`, { episode, turn: wave })
  return [...seen.values()].sort((a, b) => a.episode - b.episode || a.turn - b.turn)
}

/** Which episode the clock keeps to while it is moved along the time. `only`: no other is on view. */
export interface Kept {
  readonly episode: number | null
  readonly only: boolean
}

/**
 * Where the clock stands when it is moved to a time: the step that runs then, and the last turn that had begun. The episode that is kept
 * to goes before others while it is played; before and after it the clock stands in those that are, so that it goes with the time.
 */
export function momentAt(
  times: RunTimes,
  turns: TimelineState['turns'],
  { episode, only }: Kept,
  time: number,
): { readonly step: number; readonly moment: Moment | null } | null {
  const step = times.steps.findLast(({ from }) => from <= time) ?? times.steps[0]
  if (step === undefined) return null
  const own = turns[step.step]
  if (own === undefined) return { step: step.step, moment: null }
  const placed = timesWithin(step, own).turns
  const all = own.turns.map(({ episode: of, wave }, index): Begun => {
    const [from, to] = placed[index] ?? step.rollout
    return { episode: of, turn: wave, from, to }
  })
  const kept = all.filter((one) => one.episode === episode)
  const played = kept.some(({ from }) => from <= time) && kept.some(({ to }) => to >= time)
  const among = played || (only && kept.length > 0) ? kept : all
  const found = lastBegun(among, time, episode) ?? earliest(among)
  return { step: step.step, moment: found === null ? null : { episode: found.episode, turn: found.turn } }
}

interface Begun extends Moment {
  readonly from: number
  readonly to: number
}

/** Of those that began together, the kept episode's, else the first episode's. */
function lastBegun(turns: readonly Begun[], time: number, kept: number | null): Begun | null {
  const before = (a: Begun, b: Begun): boolean =>
    a.from !== b.from ? a.from > b.from : (a.episode === kept) !== (b.episode === kept) ? a.episode === kept : a.episode < b.episode
  return turns.reduce<Begun | null>((best, one) => (one.from <= time && (best === null || before(one, best)) ? one : best), null)
}

const earliest = (turns: readonly Begun[]): Begun | null =>
  turns.reduce<Begun | null>(
    (best, one) => (best === null || one.from < best.from || (one.from === best.from && one.episode < best.episode) ? one : best),
    null,
  )

/** When the chosen turn began; without one, when the step did. */
export function timeOf(times: RunTimes, turns: TimelineState['turns'], step: number | null, place: Place): number | null {
  const placed = times.steps.find((one) => one.step === step)
  if (placed === undefined) return null
  const own = turns[placed.step]
  if (place.turn === null || own === undefined) return placed.from
  return timeAsked(placed, own, place) ?? placed.from
}

/** The moment beside a place; null where the step has no more of them. An episode without a turn stands before its first one. */
export function momentBeside(moments: readonly Moment[], place: Place, offset: 1 | -1): Moment | null {
  if (place.episode === null) return (offset === 1 ? moments[0] : moments.at(-1)) ?? null
  const at = placeOf(moments, place)
  if (at < 0) return moments[0] ?? null
  return moments[place.turn === null && offset === 1 ? at : at + offset] ?? null
}

/** Which of the moments a place is; below 0 for none. */
export const placeOf = (moments: readonly Moment[], place: Place): number =>
  moments.findIndex(({ episode, turn }) => episode === place.episode && (place.turn === null || turn === place.turn))
