// One step's sampled sequences as the token view draws them: columns for the tokens, small objects for groups
// and sequences. Knows the shapes, not how a stored blob is laid out (decode-tokens.ts) nor how a chip looks.

import { PICTURE_MARK } from '../../src/base/picture-mark.ts'
import { isPictureRow } from '../../src/base/picture-rows.ts'
import type { EpisodeState, StopReason } from '../../src/episode/trajectory.ts'
import type { Arm } from '../../src/record/events.ts'
import type { ActionMask } from '../../src/service/index.ts'

export interface SequenceView {
  readonly episode: number
  readonly agent: string
  /** Tokens of the columns, [start, end). */
  readonly start: number
  readonly end: number
  readonly reward: number
  readonly advantage: number
  readonly stop: StopReason
  /** Which tokens the environment's legal actions allowed, where they masked the sampling. */
  readonly actionMask?: ActionMask
}

export interface GroupView {
  readonly group: number
  /** The text all siblings start from. */
  readonly prompt: string
  readonly rewardMean: number
  /** No spread of rewards: the group carries no gradient and was dropped. */
  readonly dropped: boolean
  readonly sequences: readonly SequenceView[]
}

/** All columns have one entry per token of the step. */
export interface TokenStep {
  readonly arm: Arm
  readonly step: number
  readonly groups: readonly GroupView[]
  readonly ids: Uint32Array
  /** Index into EPISODE_STATES. */
  readonly states: Uint8Array
  readonly lossMask: Uint8Array
  readonly logprobs: Float32Array
  readonly entropies: Float32Array
  readonly versions: Uint32Array
  readonly advantages: Float32Array
  readonly vocabulary: readonly string[]
}

/** Everything the card says about one token. */
export interface TokenDetail {
  readonly index: number
  readonly position: number
  readonly id: number
  readonly text: string
  readonly state: EpisodeState
  readonly trained: boolean
  readonly logprob: number
  readonly entropy: number
  readonly version: number
  readonly advantage: number
  readonly sequence: SequenceView
  readonly group: GroupView
  /** Which square of a picture it is; null for a token of text. */
  readonly square: { readonly place: number; readonly of: number } | null
}

/** All pictures of a sequence, in order. */
export function pictureSpans(step: TokenStep, sequence: SequenceView): readonly PictureSpan[] {
  const spans: PictureSpan[] = []
  for (let index = sequence.start; index < sequence.end; index++) {
    const span = pictureSpan(step, sequence, index)
    if (span === null) continue
    spans.push(span)
    index = span.end - 1
  }
  return spans
}

export function findSequence(step: TokenStep, index: number): { readonly group: GroupView; readonly sequence: SequenceView } | null {
  for (const group of step.groups) {
    for (const sequence of group.sequences) if (index >= sequence.start && index < sequence.end) return { group, sequence }
  }
  return null
}

/** The sign of a picture's row where no picture can be drawn. */
const PICTURE_SIGN = '▦'

export function tokenText(step: TokenStep, id: number): string {
  return step.vocabulary[id] ?? (isPictureRow(id) ? PICTURE_SIGN : `‹${id}›`)
}

/** Whether any sequence of the step was shown a picture. */
export const hasPictures = ({ ids }: TokenStep): boolean => ids.some(isPictureRow)

/** The rows of a picture among a sequence's tokens: [start, end) in the columns of the step. */
export interface PictureSpan {
  readonly start: number
  readonly end: number
}

/** The picture that a token belongs to; null for a token of text. Two pictures never touch: text stands between them. */
export function pictureSpan({ ids }: TokenStep, { start, end }: SequenceView, index: number): PictureSpan | null {
  const isRow = (place: number): boolean => place >= start && place < end && isPictureRow(ids[place] ?? 0)
  if (!isRow(index)) return null
  let [first, last] = [index, index]
  while (isRow(first - 1)) first--
  while (isRow(last + 1)) last++
  return { start: first, end: last + 1 }
}

/** A token as a glyph that can be seen: line breaks, spaces and control signs and a square of a picture get a sign of their own. */
export function visibleText(text: string): string {
  if (text === '') return '∅'
  return text.replaceAll('\n', '↵').replaceAll(' ', '␣').replaceAll('\t', '⇥').replaceAll(PICTURE_MARK, '▦')
}
