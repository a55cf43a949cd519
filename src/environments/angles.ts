// Sine and cosine of whole degrees by sums and products alone. What Math.sin gives in its last bits differs between browsers;
// these series do not, so that a figure has the same bytes everywhere. Knows nothing of figures.

const DEGREE = 0.017453292519943295

/** The sine of 0 to 45 degrees, in radians, to the last bits that a figure could show. */
function series(x: number, first: number, start: number): number {
  let term = first
  let sum = first
  for (let n = start; n < start + 16; n += 2) {
    term = (-term * x * x) / (n * (n + 1))
    sum += term
  }
  return sum
}

export function sine(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360
  if (turn >= 180) return -sine(turn - 180)
  const acute = turn > 90 ? 180 - turn : turn
  return acute <= 45 ? series(acute * DEGREE, acute * DEGREE, 2) : series((90 - acute) * DEGREE, 1, 1)
}

export const cosine = (degrees: number): number => sine(degrees + 90)
