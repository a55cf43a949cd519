// The header of a token blob: what is known of each episode besides its per-token columns. Written from
// trajectories, read from bytes that may be anything.

import { assert } from '../base/assert.ts'
import type { Result } from '../base/result.ts'
import { fail, ok } from '../base/result.ts'
import type { EpisodeState, Trajectory, TurnReward, TurnSpan } from '../episode/trajectory.ts'
import type { Arm } from './events.ts'
import { type MaskSize, maskSize } from './mask-columns.ts'
import type { StepTokens } from './step-tokens.ts'
import { STOP_REASONS } from './stop-reasons.ts'

export type EpisodeHeader = Pick<Trajectory, 'episode' | 'agent' | 'group' | 'spans' | 'rewards' | 'totalReward' | 'stop' | 'metrics'> & {
  readonly length: number
  readonly trained: boolean
  /** How many states and entries its action mask has; absent where nothing was masked. */
  readonly actionMask?: MaskSize
}

export interface BlobHeader {
  readonly step: number
  readonly arm: Arm
  /** Whether the tokens' weights stand among the columns. */
  readonly weighed: boolean
  readonly episodes: readonly EpisodeHeader[]
}

/** A step of an arm that trains tells the weights of all its episodes. */
export const isWeighed = ({ episodes }: StepTokens): boolean => episodes.some(({ weights }) => weights !== undefined)

// Records over the unions: the compiler names a member that is missing here.
const STATES: Readonly<Record<EpisodeState, true>> = { PENDING: true, GENERATING: true, INTERACTING: true, TERMINATED: true }
const ARMS: Readonly<Record<Arm, true>> = { policy: true, random: true, shuffled: true, frozen: true, swapped: true, blank: true, 'shuffled-pictures': true }

export function headerOf(step: StepTokens): BlobHeader {
  const episodes = step.episodes.map(({ trajectory, advantages, weights, trained }): EpisodeHeader => {
    const { episode, agent, group, spans, rewards, totalReward, stop, metrics, tokens, actionMask } = trajectory
    assert(advantages.length === tokens.length, 'an advantage for every token')
    assert(weights === undefined || weights.length === tokens.length, 'a weight for every token')
    return {
      episode,
      agent,
      group,
      spans,
      rewards,
      totalReward,
      stop,
      metrics,
      length: tokens.length,
      trained,
      ...(actionMask === undefined ? {} : { actionMask: maskSize(actionMask) }),
    }
  })
  return { step: step.step, arm: step.arm, weighed: isWeighed(step), episodes }
}

type Fields = { readonly [key: string]: unknown }
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Thrown and caught within parseBlobHeader alone. */
class Misfit extends Error {}

function take<T>(fields: Fields, name: string, check: (value: unknown) => value is T): T {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!check(value)) throw new Misfit(`has a header whose ${name} does not fit`)
  return value
}

const listOf = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const nameIn =
  <T extends string>(names: Readonly<Record<T, true>>) =>
  (value: unknown): value is T =>
    typeof value === 'string' && Object.hasOwn(names, value)

function recordOf(value: unknown): Fields {
  if (!isFields(value)) throw new Misfit('has a header that is not made of records')
  return value
}

function parseSpan(value: unknown, length: number): TurnSpan {
  const fields = recordOf(value)
  const end = take(fields, 'end', isCount)
  const span = { turn: take(fields, 'turn', isCount), state: take(fields, 'state', nameIn(STATES)), start: take(fields, 'start', isCount), end }
  if (span.start > end || end > length) throw new Misfit('has a span outside its episode')
  return span
}

function parseReward(value: unknown, length: number): TurnReward {
  const fields = recordOf(value)
  const token = take(fields, 'token', isCount)
  if (token >= length) throw new Misfit('has a reward outside its episode')
  return { turn: take(fields, 'turn', isCount), reward: take(fields, 'reward', isNumber), token }
}

function parseEpisode(value: unknown): EpisodeHeader {
  const fields = recordOf(value)
  const length = take(fields, 'length', isCount)
  const metrics = take(fields, 'metrics', isFields)
  const mask = Object.hasOwn(fields, 'actionMask') ? recordOf(fields['actionMask']) : undefined
  return {
    ...(mask === undefined ? {} : { actionMask: { states: take(mask, 'states', isCount), entries: take(mask, 'entries', isCount) } }),
    episode: take(fields, 'episode', isCount),
    agent: take(fields, 'agent', (name): name is string => typeof name === 'string'),
    group: take(fields, 'group', isCount),
    spans: take(fields, 'spans', listOf).map((span) => parseSpan(span, length)),
    rewards: take(fields, 'rewards', listOf).map((reward) => parseReward(reward, length)),
    totalReward: take(fields, 'totalReward', isNumber),
    stop: take(fields, 'stop', nameIn(STOP_REASONS)),
    metrics: Object.fromEntries(Object.keys(metrics).map((name) => [name, take(metrics, name, isNumber)])),
    length,
    trained: take(fields, 'trained', isFlag),
  }
}

/** The header, or the end of the sentence "The token record …". */
export function parseBlobHeader(bytes: Uint8Array): Result<BlobHeader, string> {
  try {
    const fields = recordOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    const episodes = take(fields, 'episodes', listOf).map(parseEpisode)
    const weighed = Object.hasOwn(fields, 'weighed') ? take(fields, 'weighed', isFlag) : false
    return ok({ step: take(fields, 'step', isCount), arm: take(fields, 'arm', nameIn(ARMS)), weighed, episodes })
  } catch (thrown) {
    return fail(thrown instanceof Misfit ? thrown.message : 'has a header that is not JSON')
  }
}
