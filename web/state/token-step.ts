// One step's sampled sequences as the token view draws them: columns for the tokens, small objects for groups
// and sequences. Knows the shapes, not how a stored blob is laid out (decode-tokens.ts) nor how a chip looks.

import type { EpisodeState, StopReason } from '../../src/episode/trajectory.ts'
import type { Arm } from '../../src/record/events.ts'

export interface SequenceView {
  readonly episode: number
  readonly agent: string
  /** Tokens of the columns, [start, end). */
  readonly start: number
  readonly end: number
  readonly reward: number
  readonly advantage: number
  readonly stop: StopReason
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
}

export function findSequence(step: TokenStep, index: number): { readonly group: GroupView; readonly sequence: SequenceView } | null {
  for (const group of step.groups) {
    for (const sequence of group.sequences) if (index >= sequence.start && index < sequence.end) return { group, sequence }
  }
  return null
}

export function tokenText(step: TokenStep, id: number): string {
  return step.vocabulary[id] ?? `‹${id}›`
}

/** A token as a glyph that can be seen: line breaks, spaces and control signs get a sign of their own. */
export function visibleText(text: string): string {
  if (text === '') return '∅'
  return text.replaceAll('\n', '↵').replaceAll(' ', '␣').replaceAll('\t', '⇥')
}
