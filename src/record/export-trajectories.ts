// Trajectories as JSON lines, one an agent and episode: what was sampled and what was trained on, with ids that lead back into the run.
// All lists over tokens have the length of `tokens`. Logprobs are those of sampling, under the version that wrote the token. Pure.

import type { EpisodeState } from '../episode/trajectory.ts'
import type { StepTokens } from './step-tokens.ts'

/** By the number that the columns hold. */
const STATES: readonly EpisodeState[] = ['PENDING', 'GENERATING', 'INTERACTING', 'TERMINATED']

export interface TrajectoryLine {
  readonly run: string
  readonly arm: string
  readonly step: number
  readonly episode: number
  readonly group: number
  readonly agent: string
  readonly stop: string
  readonly reward: number
  /** Each on a token with loss mask 1. */
  readonly rewards: readonly { readonly turn: number; readonly reward: number; readonly token: number }[]
  readonly spans: readonly { readonly turn: number; readonly state: string; readonly start: number; readonly end: number }[]
  readonly tokens: readonly number[]
  readonly text: string
  /** PENDING, GENERATING, INTERACTING or TERMINATED. */
  readonly states: readonly string[]
  readonly loss_mask: readonly number[]
  readonly logprobs: readonly number[]
  readonly versions: readonly number[]
  readonly advantages: readonly number[]
  /** What the backward pass took of each token; absent in older records and where nothing was trained. */
  readonly weights?: readonly number[]
  readonly trained: boolean
}

export function trajectoryLines(run: string, { step, arm, episodes }: StepTokens, vocabulary: readonly string[]): readonly TrajectoryLine[] {
  return episodes.map(({ trajectory, advantages, weights, trained }) => {
    const { episode, group, agent, stop, totalReward, rewards, spans, tokens, states, lossMask, samplingLogprobs, versions } = trajectory
    return {
      ...{ run, arm, step, episode, group, agent, stop, reward: totalReward },
      rewards: rewards.map(({ turn, reward, token }) => ({ turn, reward, token })),
      spans: spans.map(({ turn, state, start, end }) => ({ turn, state, start, end })),
      tokens: [...tokens],
      text: Array.from(tokens, (id) => vocabulary[id] ?? '').join(''),
      states: Array.from(states, (state) => STATES[state] ?? 'PENDING'),
      loss_mask: [...lossMask],
      logprobs: decimals(samplingLogprobs),
      versions: [...versions],
      advantages: decimals(advantages),
      ...(weights === undefined ? {} : { weights: decimals(weights) }),
      trained,
    }
  })
}

/** Nine significant digits give back every 32-bit float. */
const decimals = (values: Float32Array): number[] => Array.from(values, (value) => Number(value.toPrecision(9)))
