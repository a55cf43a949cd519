// Which steps have token detail, and everything there is to say about one token. Pure.

import { EPISODE_STATES } from '../../src/episode/trajectory.ts'
import type { Arm } from '../../src/record/events.ts'
import type { RunView } from './run-view.ts'
import { findSequence, pictureSpan, type TokenDetail, type TokenStep, tokenText } from './token-step.ts'

/** The steps of an arm whose tokens were recorded, in order. */
export function tokenSteps(run: RunView, arm: Arm): readonly number[] {
  return run.tokens.filter((ref) => ref.arm === arm).map((ref) => ref.step)
}

export function tokenDetail(step: TokenStep, index: number): TokenDetail | null {
  const found = findSequence(step, index)
  if (found === null) return null
  const id = step.ids[index] ?? 0
  const span = pictureSpan(step, found.sequence, index)
  return {
    index,
    position: index - found.sequence.start,
    id,
    text: tokenText(step, id),
    state: EPISODE_STATES[step.states[index] ?? 0] ?? 'PENDING',
    trained: step.lossMask[index] === 1,
    logprob: step.logprobs[index] ?? 0,
    entropy: step.entropies[index] ?? 0,
    version: step.versions[index] ?? 0,
    advantage: step.advantages[index] ?? 0,
    ...found,
    square: span === null ? null : { place: index - span.start, of: span.end - span.start },
  }
}
