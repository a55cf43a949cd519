// What following costs, out of rounds in which every view was followed once: the median over rounds of a view's time by that of the view
// in which nothing is followed. A round's runs have one seed and follow each other closely, so that a busy machine slows them alike; the
// median leaves out the round in which it did not. Pure.

import { median } from '../../../src/base/median.ts'

export interface Spent {
  /** Of training alone, as the run's own log has it. */
  readonly milliseconds: number
  /** Of all processes of the browser, from the start of the run to its end. */
  readonly processorSeconds: number
}

export interface Slowdown {
  /** Shares: 0.1 is a tenth more. */
  readonly wall: number
  readonly processor: number
  /** Least and greatest of the rounds, of wall time. */
  readonly range: readonly [number, number]
}

/** By round: the view that is measured, and the one beside it. */
export function slowdownOf(rounds: readonly { readonly followed: Spent; readonly apart: Spent }[]): Slowdown {
  const shares = (of: (spent: Spent) => number): number[] => rounds.map(({ followed, apart }) => of(followed) / of(apart) - 1)
  const [wall, processor] = [shares(({ milliseconds }) => milliseconds), shares(({ processorSeconds }) => processorSeconds)]
  return { wall: rounded(median(wall)), processor: rounded(median(processor)), range: [rounded(Math.min(...wall)), rounded(Math.max(...wall))] }
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000
