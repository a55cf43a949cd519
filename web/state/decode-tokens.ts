// Turns a stored blob of tokens into the columns and groups of the token view. A damaged blob is a value with a
// code, never a broken view.

import { ok, type Result } from '../../src/base/result.ts'
import { EPISODE_STATES } from '../../src/episode/trajectory.ts'
import { decodeTokens, type EpisodeTokens } from '../../src/record/token-blob.ts'
import type { GroupView, SequenceView, TokenStep } from './token-step.ts'

const PENDING = EPISODE_STATES.indexOf('PENDING')

export function readTokenStep(blob: Uint8Array, vocabulary: readonly string[]): Result<TokenStep> {
  const decoded = decodeTokens(blob)
  if (!decoded.ok) return decoded
  const { step, arm, episodes } = decoded.value
  const total = episodes.reduce((sum, { trajectory }) => sum + trajectory.tokens.length, 0)
  const columns = {
    ids: new Uint32Array(total),
    states: new Uint8Array(total),
    lossMask: new Uint8Array(total),
    logprobs: new Float32Array(total),
    entropies: new Float32Array(total),
    versions: new Uint32Array(total),
    advantages: new Float32Array(total),
  }
  const byGroup = new Map<number, { episodes: EpisodeTokens[]; sequences: SequenceView[] }>()
  let start = 0
  for (const episode of episodes) {
    const { trajectory, advantages } = episode
    columns.ids.set(trajectory.tokens, start)
    columns.states.set(trajectory.states, start)
    columns.lossMask.set(trajectory.lossMask, start)
    columns.logprobs.set(trajectory.samplingLogprobs, start)
    columns.entropies.set(trajectory.entropies, start)
    columns.versions.set(trajectory.versions, start)
    columns.advantages.set(advantages, start)
    const end = start + trajectory.tokens.length
    const group = byGroup.get(trajectory.group) ?? { episodes: [], sequences: [] }
    group.episodes.push(episode)
    group.sequences.push({
      episode: trajectory.episode,
      agent: trajectory.agent,
      start,
      end,
      reward: trajectory.totalReward,
      advantage: advantages[trajectory.lossMask.indexOf(1)] ?? 0,
      stop: trajectory.stop,
      ...(trajectory.actionMask === undefined ? {} : { actionMask: trajectory.actionMask }),
    })
    byGroup.set(trajectory.group, group)
    start = end
  }
  const groups = [...byGroup]
    .sort(([a], [b]) => a - b)
    .map(([group, members]): GroupView => {
      const rewards = members.sequences.map((sequence) => sequence.reward)
      return {
        group,
        prompt: promptOf(members.episodes[0], vocabulary),
        rewardMean: rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length,
        dropped: members.episodes.every((episode) => !episode.trained),
        sequences: members.sequences,
      }
    })
  return ok({ step, arm, groups, vocabulary, ...columns })
}

function promptOf(episode: EpisodeTokens | undefined, vocabulary: readonly string[]): string {
  if (episode === undefined) return ''
  const { tokens, states } = episode.trajectory
  let text = ''
  for (let index = 0; index < tokens.length && states[index] === PENDING; index++) text += vocabulary[tokens[index] ?? 0] ?? ''
  return text
}
