// How much slower this machine must be made to be the phone: the same phone, whatever the machine. Knows the phone's speed, not how speeds
// are measured.

/**
 * The BenchmarkIndex of the phone. Lighthouse gives mid-tier mobiles 125 to 800 and slows its desktops four times
 * (https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md); the calculator that it leads to says for which desktop four is
 * right, one of 1,533 (https://github.com/patrickhulce/lighthouse-cpu-throttling-calculator), and the phone is a quarter of that. DevTools
 * calibrates its presets to 264 (low-tier, a Moto G Power) and 1,000 (mid-tier, a Pixel 5).
 */
export const PHONE_INDEX = 1533 / 4

/** Of two speeds, the higher over the lower: beyond this the machine was not the same one. Measured at one speed they differ by a twentieth. */
const CHANGED = 1.2
/** How near the phone is near enough, and how often it is tried. */
const NEAR = 0.05
const TRIES = 3

export interface PhoneRate {
  readonly rate: number
  /** What the machine measures at this rate. */
  readonly index: number
}

/**
 * The throttling rate at which this machine measures as the phone does, at least 1. A rate is not quite by how much slower it makes, so it is
 * measured and mended, as DevTools does. `index` is the machine's own; `measure` tells it at a rate.
 */
export async function findRate(index: number, measure: (rate: number) => Promise<number>): Promise<PhoneRate> {
  let rate = rounded(index / PHONE_INDEX)
  let reached = await measure(rate)
  for (let round = 1; round < TRIES && Math.abs(reached / PHONE_INDEX - 1) > NEAR && (rate > 1 || reached > PHONE_INDEX); round++) {
    rate = rounded((rate * reached) / PHONE_INDEX)
    reached = await measure(rate)
  }
  return { rate, index: reached }
}

const rounded = (rate: number): number => Math.max(1, Math.round(100 * rate) / 100)

/** Of the time that a page wanted to compute, it must have had this much: below it somebody else worked on this machine. */
const ALONE = 0.9

/** What there is to say of a machine: its indices before and after, and the share of the processor that a page got then. */
export function machineNotes(before: number, after: number, shares: readonly [before: number, after: number]): readonly string[] {
  const [low, high] = [Math.min(before, after), Math.max(before, after)]
  const share = Math.min(...shares)
  return [
    ...(share < ALONE ? [`Other work ran on this machine, a page got ${share} of the processor: times by the clock are too long; measure again.`] : []),
    ...(high / low > CHANGED ? [`The machine's speed changed meanwhile, from ${before} to ${after}: these figures are of no one phone; measure again.`] : []),
    ...(low < PHONE_INDEX ? [`The machine is slower than the phone, ${low} of ${Math.round(PHONE_INDEX)}: what is too slow here need not be there.`] : []),
  ]
}
