// Turns a stored blob of tokens into the columns and groups of the token view. A damaged blob is a value with a
// code, never a broken view.

import { ok, type Result } from '../../src/base/result.ts'
import { EPISODE_STATES } from '../../src/episode/trajectory.ts'
import { type EpisodeFacts, readTokenColumns, type TokenColumns } from '../../src/record/token-blob.ts'
import type { GroupView, SequenceView, TokenStep } from './token-step.ts'

const PENDING = EPISODE_STATES.indexOf('PENDING')

export function readTokenStep(blob: Uint8Array, vocabulary: readonly string[]): Result<TokenStep> {
  const read = readTokenColumns(blob)
  if (!read.ok) return read
  const { step, arm, columns, episodes } = read.value
  const byGroup = new Map<number, EpisodeFacts[]>()
  for (const episode of episodes) {
    const members = byGroup.get(episode.group)
    if (members === undefined) byGroup.set(episode.group, [episode])
    else members.push(episode)
  }
  const groups = [...byGroup]
    .sort(([a], [b]) => a - b)
    .map(
      ([group, members]): GroupView => ({
        group,
        prompt: promptOf(columns, members[0], vocabulary),
        rewardMean: members.reduce((sum, { totalReward }) => sum + totalReward, 0) / members.length,
        dropped: members.every(({ trained }) => !trained),
        sequences: members.map((episode) => sequenceOf(columns, episode)),
      }),
    )
  const { tokens: ids, samplingLogprobs: logprobs, states, lossMask, entropies, versions, advantages } = columns
  return ok({ step, arm, groups, vocabulary, ids, logprobs, states, lossMask, entropies, versions, advantages })
}

function sequenceOf({ lossMask, advantages }: TokenColumns, { episode, agent, start, end, totalReward, stop, actionMask }: EpisodeFacts): SequenceView {
  let first = start
  while (first < end && lossMask[first] !== 1) first++
  return {
    ...{ episode, agent, start, end, stop },
    reward: totalReward,
    advantage: first < end ? (advantages[first] ?? 0) : 0,
    ...(actionMask === undefined ? {} : { actionMask }),
  }
}

function promptOf({ tokens, states }: TokenColumns, episode: EpisodeFacts | undefined, vocabulary: readonly string[]): string {
  let text = ''
  if (episode === undefined) return text
  for (let index = episode.start; index < episode.end && states[index] === PENDING; index++) text += vocabulary[tokens[index] ?? 0] ?? ''
  return text
}
