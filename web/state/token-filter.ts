// Which sequences of a step are on view, and in which order. Pure: the columns stay as they are, so that an index
// means the same token whatever is filtered.

import { isPictureRow } from '../../src/base/picture-rows.ts'
import { EPISODE_STATES, type EpisodeState, type StopReason } from '../../src/episode/trajectory.ts'
import { type GroupView, type SequenceView, type TokenStep, tokenText } from './token-step.ts'

export const TOKEN_SORTS = ['group', 'lowReward', 'highReward', 'spread', 'unsure', 'long'] as const
export type TokenSort = (typeof TOKEN_SORTS)[number]

export interface TokenFilter {
  /** Part of the text of a sequence, prompt included. */
  readonly search: string
  /** Sequences with at least one token of this state. */
  readonly state: EpisodeState | null
  readonly reward: 'full' | 'partial' | 'none' | null
  readonly stop: StopReason | null
  readonly advantage: 'above' | 'below' | 'zero' | null
  readonly sort: TokenSort
}

export const NO_FILTER: TokenFilter = { search: '', state: null, reward: null, stop: null, advantage: null, sort: 'group' }

export function countSequences(step: TokenStep): number {
  return step.groups.reduce((sum, group) => sum + group.sequences.length, 0)
}

/** The same step with what the filter lets through; the very same object when it lets everything through in order. */
export function filterStep(step: TokenStep, filter: TokenFilter): TokenStep {
  const { search, state, reward, stop, advantage, sort } = filter
  const everything = search === '' && state === null && reward === null && stop === null && advantage === null
  if (everything && sort === 'group') return step
  const wanted = search.toLowerCase()
  const stateIndex = state === null ? -1 : EPISODE_STATES.indexOf(state)
  const passes = (sequence: SequenceView): boolean =>
    (reward === null || rewardKind(sequence.reward) === reward) &&
    (stop === null || sequence.stop === stop) &&
    (advantage === null || signKind(sequence.advantage) === advantage) &&
    (stateIndex < 0 || step.states.subarray(sequence.start, sequence.end).includes(stateIndex)) &&
    (wanted === '' || sequenceText(step, sequence).toLowerCase().includes(wanted))
  const groups = everything
    ? step.groups
    : step.groups.flatMap((group) => {
        const sequences = group.sequences.filter(passes)
        return sequences.length === 0 ? [] : [{ ...group, sequences }]
      })
  return { ...step, groups: sorted(step, groups, sort) }
}

export function sequenceText(step: TokenStep, { start, end }: SequenceView): string {
  let text = ''
  for (let index = start; index < end; index++) {
    const id = step.ids[index] ?? 0
    if (!isPictureRow(id)) text += tokenText(step, id)
    else if (index === start || !isPictureRow(step.ids[index - 1] ?? 0)) text += '[picture]'
  }
  return text
}

function rewardKind(reward: number): 'full' | 'partial' | 'none' {
  return reward >= 1 ? 'full' : reward > 0 ? 'partial' : 'none'
}

function signKind(advantage: number): 'above' | 'below' | 'zero' {
  return advantage > 0 ? 'above' : advantage < 0 ? 'below' : 'zero'
}

function sorted(step: TokenStep, groups: readonly GroupView[], sort: TokenSort): readonly GroupView[] {
  if (sort === 'group') return groups
  const keyed = groups.map((group) => ({ group, key: sortKey(step, group, sort) }))
  // Equal ones stay in the order in which they were played.
  return keyed.sort((a, b) => a.key - b.key).map(({ group }) => group)
}

function sortKey(step: TokenStep, group: GroupView, sort: Exclude<TokenSort, 'group'>): number {
  switch (sort) {
    case 'lowReward':
      return group.rewardMean
    case 'highReward':
      return -group.rewardMean
    case 'spread':
      return -group.sequences.reduce((sum, { reward }) => sum + (reward - group.rewardMean) ** 2, 0) / group.sequences.length
    case 'unsure':
      return -Math.max(...group.sequences.map(({ start, end }) => step.entropies.subarray(start, end).reduce((most, entropy) => Math.max(most, entropy), 0)))
    case 'long':
      return -Math.max(...group.sequences.map(({ start, end }) => end - start))
  }
}
