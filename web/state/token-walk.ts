// Where an arrow key leads from a token: along its sequence, to the same place in a sibling, to another group.

import { at } from '../../src/base/assert.ts'
import type { TokenStep } from './token-step.ts'

export type TokenMove = 'next' | 'previous' | 'nextSequence' | 'previousSequence' | 'sequenceStart' | 'sequenceEnd' | 'nextGroup' | 'previousGroup'

/** The index of the token reached, or null in an empty step. Stays where it is at the ends. */
export function nextToken(step: TokenStep, from: number | null, move: TokenMove): number | null {
  const sequences = step.groups
    .flatMap((group) => group.sequences.map((sequence) => ({ group: group.group, ...sequence })))
    .filter((sequence) => sequence.end > sequence.start)
  const first = sequences[0]
  if (first === undefined) return null
  const place = from === null ? -1 : sequences.findIndex((sequence) => from >= sequence.start && from < sequence.end)
  if (from === null || place < 0) return first.start
  const here = at(sequences, place)
  const inSequence = (target: number): number => {
    const sequence = sequences[Math.max(0, Math.min(sequences.length - 1, target))] ?? here
    return Math.min(sequence.start + (from - here.start), sequence.end - 1)
  }
  switch (move) {
    case 'next':
      return from + 1 < here.end ? from + 1 : (sequences[place + 1]?.start ?? from)
    case 'previous':
      return from > here.start ? from - 1 : (sequences[place - 1]?.end ?? from + 1) - 1
    case 'sequenceStart':
      return here.start
    case 'sequenceEnd':
      return here.end - 1
    case 'nextSequence':
      return inSequence(place + 1)
    case 'previousSequence':
      return inSequence(place - 1)
    case 'nextGroup': {
      const target = sequences.findIndex((sequence, index) => index > place && sequence.group !== here.group)
      return target < 0 ? from : at(sequences, target).start
    }
    case 'previousGroup': {
      const start = sequences.findIndex((sequence) => sequence.group === here.group)
      const before = sequences[start - 1]
      return before === undefined
        ? here.start
        : at(
            sequences,
            sequences.findIndex((sequence) => sequence.group === before.group),
          ).start
    }
  }
}
