// Which steps have token detail, and everything there is to say about one token. Pure.

import { EPISODE_STATES } from '../../src/episode/trajectory.ts'
import type { Arm, BlobName } from '../../src/record/events.ts'
import type { RunView } from './run-view.ts'
import { findSequence, pictureSpan, type TokenDetail, type TokenStep, tokenText } from './token-step.ts'

/** The steps of an arm whose tokens were recorded, in order. */
export function tokenSteps(run: RunView, arm: Arm): readonly number[] {
  return run.tokens.filter((ref) => ref.arm === arm).map((ref) => ref.step)
}

interface Selection {
  readonly arm: Arm
  readonly step: number | null
}

interface Asked {
  readonly run: RunView | null
  readonly selection: Selection
  readonly tokenProblem: object | null
  /** The key of the last step that was not kept. */
  readonly tokensGone: string | null
}

/** The step that the selection names: the chosen one, or the newest with tokens. */
export function wantedStep(run: RunView, { arm, step }: Selection): number | undefined {
  return step ?? tokenSteps(run, arm).at(-1)
}

/** One step of one arm of one run, among those of all. */
export const stepKey = (run: string, arm: BlobName, step: number): string => `${run}/${arm}/${step}`

/** Why no tokens are on view: none were sampled yet, they are being read, or they were not kept. */
export function tokensAbsent({ run, selection, tokenProblem, tokensGone }: Asked): 'toCome' | 'reading' | 'gone' {
  if (run === null || run.tokens.length === 0) return 'toCome'
  const step = wantedStep(run, selection)
  return step === undefined || tokenProblem !== null || tokensGone === stepKey(run.id, selection.arm, step) ? 'gone' : 'reading'
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
