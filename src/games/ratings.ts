// Strength from results: Bradley–Terry, P(i beats j) = 1 / (1 + exp(r_j − r_i)), a draw as half a win for each, fitted by maximum
// likelihood with Newton's method. Everybody has one drawn game more, against an average player, so that whoever has won or lost
// everything keeps a finite strength. Intervals come from the information matrix. Pure; knows numbers of games, no games.

import { at } from '../base/assert.ts'

/** Elo's scale: 400 points are odds of ten to one. */
const POINTS = 400 / Math.log(10)
/** Of the normal distribution, for 95 %. */
const QUANTILE = 1.959964
const MOST_STEPS = 100
const CLOSE = 1e-10

export interface Rating {
  /** In Elo points above the anchor. */
  readonly points: number
  /** Half the width of the 95 % interval of that difference; 0 for the anchor itself. */
  readonly margin: number
}

/** `scores[i][j]`: points that i took from j, a win 1, a draw 0.5. `anchor`: who stands at 0; null: the mean of all. */
export function rate(scores: readonly (readonly number[])[], anchor: number | null): readonly Rating[] {
  const count = scores.length
  if (count === 0) return []
  const strengths = strengthsOf(scores)
  const covariance = invert(informationAt(scores, strengths))
  const zero = weightsOf(anchor, count)
  const reference = strengths.reduce((sum, strength, i) => sum + at(zero, i) * strength, 0)
  return strengths.map((strength, i) => {
    const contrast = zero.map((weight, j) => (i === j ? 1 : 0) - weight)
    const variance = contrast.reduce((sum, a, j) => sum + a * contrast.reduce((inner, b, k) => inner + b * at(at(covariance, j), k), 0), 0)
    return { points: POINTS * (strength - reference), margin: POINTS * QUANTILE * Math.sqrt(Math.max(0, variance)) }
  })
}

const weightsOf = (anchor: number | null, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => (anchor === null ? 1 / count : i === anchor ? 1 : 0))

const logistic = (x: number): number => 1 / (1 + Math.exp(-x))

function strengthsOf(scores: readonly (readonly number[])[]): readonly number[] {
  let strengths: readonly number[] = scores.map(() => 0)
  for (let round = 0; round < MOST_STEPS; round++) {
    const slope = slopeAt(scores, strengths)
    const information = informationAt(scores, strengths)
    const step = invert(information).map((row) => row.reduce((sum, value, j) => sum + value * at(slope, j), 0))
    // A long step of Newton's may overshoot: it is cut to a length at which the curve is still alike.
    const longest = Math.max(...step.map(Math.abs))
    const scale = longest > 1 ? 1 / longest : 1
    strengths = strengths.map((strength, i) => strength + scale * at(step, i))
    if (longest < CLOSE) break
  }
  return strengths
}

/** The derivative of the log-likelihood; the drawn game against the average player pulls gently to 0. */
function slopeAt(scores: readonly (readonly number[])[], strengths: readonly number[]): readonly number[] {
  return scores.map((row, i) => {
    const own = at(strengths, i)
    const pulled = 0.5 - logistic(own)
    return row.reduce((sum, won, j) => {
      if (i === j) return sum
      const games = won + at(at(scores, j), i)
      return sum + won - games * logistic(own - at(strengths, j))
    }, pulled)
  })
}

/** Minus the second derivative: positive definite, thanks to the game against the average player. */
function informationAt(scores: readonly (readonly number[])[], strengths: readonly number[]): number[][] {
  return scores.map((row, i) => {
    const own = logistic(at(strengths, i))
    const out = row.map((won, j) => {
      if (i === j) return 0
      const p = logistic(at(strengths, i) - at(strengths, j))
      return -(won + at(at(scores, j), i)) * p * (1 - p)
    })
    out[i] = own * (1 - own) - out.reduce((sum, value) => sum + value, 0)
    return out
  })
}

/** Gauss–Jordan with the greatest pivot; the matrices are small and positive definite. */
function invert(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) if (Math.abs(at(at(rows, row), column)) > Math.abs(at(at(rows, pivot), column))) pivot = row
    const [lower, upper] = [at(rows, column), at(rows, pivot)]
    rows[pivot] = lower
    const scale = at(upper, column)
    const chosen = upper.map((value) => value / scale)
    rows[column] = chosen
    for (let row = 0; row < size; row++) {
      const factor = row === column ? 0 : at(at(rows, row), column)
      if (factor !== 0) rows[row] = at(rows, row).map((value, i) => value - factor * at(chosen, i))
    }
  }
  return rows.map((row) => row.slice(size))
}
