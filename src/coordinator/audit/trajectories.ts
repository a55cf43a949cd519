// A trajectory, and the datum that became of it, against what the writers and the rules testify: every token was read or
// written, the loss mask is 1 exactly where a policy sampled, rewards lie where they were handed out, and what is fed to
// training is the trajectory itself, with a gradient of exactly 0 wherever the loss mask is 0.

import { EPISODE_STATES, type Trajectory } from '../../episode/trajectory.ts'
import { type Datum, UNMASKED } from '../../service/index.ts'
import type { AgentRecord } from './agent-record.ts'
import type { Report } from './setting.ts'

const GENERATING = EPISODE_STATES.indexOf('GENERATING')

export function judgeTrajectory(trajectory: Trajectory, record: AgentRecord, report: Report): void {
  const { agent, tokens, lossMask } = trajectory
  if (!record.spoken()) judgeTokens(trajectory, record, report)
  const sampled = record.spoken() ? new Map<number, number>() : versionsByToken(record)
  const wrong = lossMask.findIndex((bit, i) => !(sampled.has(i) ? maskedIn(trajectory, i, sampled.get(i) ?? 0) : bit === 0 && maskedOut(trajectory, i)))
  report('loss mask', wrong < 0 && lossMask.length === tokens.length, 'loss_mask_wrong', agent, () => ({
    expected: sampled.has(wrong) ? `loss mask 1, GENERATING, version ${sampled.get(wrong)}` : 'loss mask 0, logprob 0, version 0',
    found: `loss mask ${lossMask[wrong]}, ${EPISODE_STATES[trajectory.states[wrong] ?? 0]}, version ${trajectory.versions[wrong]}, logprob ${trajectory.samplingLogprobs[wrong]}`,
    sentence: `Token ${wrong} of ${agent} is not masked as what it is.`,
  }))
  judgeActionSets(trajectory, report)
  judgeRewards(trajectory, record, report)
}

/** A token that was sampled under a mask is one of those that its state allowed; no other token names a state. */
function judgeActionSets({ agent, tokens, lossMask, actionMask }: Trajectory, report: Report): void {
  if (actionMask === undefined) return
  const { states, starts, tokens: allowed } = actionMask
  const wrong = tokens.findIndex((token, i) => {
    const state = states[i] ?? UNMASKED
    return state !== UNMASKED && (lossMask[i] !== 1 || !allowed.subarray(starts[state], starts[state + 1]).includes(token))
  })
  report('action mask', wrong < 0 && states.length === tokens.length, 'action_mask_wrong', agent, () => ({
    expected: 'sampled tokens that their action mask allows',
    found: `token ${tokens[wrong]} at ${wrong}`,
    sentence: `Token ${wrong} of ${agent} is not among those that its action mask allowed.`,
  }))
}

function judgeTokens({ agent, tokens, lossMask }: Trajectory, record: AgentRecord, report: Report): void {
  const transcript = record.transcript()
  const differs = transcript.findIndex((token, i) => token !== tokens[i])
  // An observation that nobody answered any more may follow.
  const trained = lossMask.indexOf(1, transcript.length)
  report('trajectory', differs < 0 && trained < 0, 'trajectory_altered', agent, () => ({
    expected: `the ${transcript.length} tokens that ${agent} read and wrote`,
    found: differs < 0 ? `a trained token ${trained} after them` : `token ${tokens[differs]} instead of ${transcript[differs]} at ${differs}`,
    sentence: `The trajectory of ${agent} is not what it read and wrote.`,
  }))
}

function judgeRewards({ agent, rewards, totalReward, lossMask }: Trajectory, record: AgentRecord, report: Report): void {
  const byTurn = new Map<number, number>()
  for (const { turn, reward } of rewards) byTurn.set(turn, (byTurn.get(turn) ?? 0) + reward)
  // A reward needs a sampled token to sit on.
  const wanted = record.spans().length === 0 ? new Map<number, number>() : record.creditedByTurn()
  const turns = [...new Set([...byTurn.keys(), ...wanted.keys()])]
  const placed = turns.every((turn) => near(byTurn.get(turn) ?? 0, wanted.get(turn) ?? 0)) && rewards.every(({ token }) => lossMask[token] === 1)
  report('rewards attributed', placed && near(totalReward, record.creditedTotal()), 'reward_misattributed', agent, () => ({
    expected: `${record.creditedTotal()}, by turn ${JSON.stringify([...wanted])}`,
    found: `${totalReward}, by turn ${JSON.stringify([...byTurn])}`,
    sentence: `The rewards in the trajectory of ${agent} are not those that were handed to it.`,
  }))
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))

function versionsByToken(record: AgentRecord): ReadonlyMap<number, number> {
  const versions = new Map<number, number>()
  for (const { start, end, version } of record.spans()) for (let i = start; i < end; i++) versions.set(i, version)
  return versions
}

const maskedIn = ({ lossMask, states, versions }: Trajectory, i: number, version: number): boolean =>
  lossMask[i] === 1 && states[i] === GENERATING && versions[i] === version

const maskedOut = ({ samplingLogprobs, versions }: Trajectory, i: number): boolean => samplingLogprobs[i] === 0 && versions[i] === 0

/** `trajectory`: null where none was told of this agent. */
export function judgeDatum(datum: Datum, trajectory: Trajectory | null, report: Report): void {
  const { id, tokens, lossMask, coefficients } = datum
  const agent = trajectory?.agent ?? null
  const same = trajectory !== null && equal(tokens, trajectory.tokens) && equal(lossMask, trajectory.lossMask)
  report('gradient', same, 'trajectory_altered', agent, () => ({
    expected: 'the tokens and the loss mask of the trajectory',
    found: trajectory === null ? `${id}, which is nobody's` : `${id}, which differs`,
    sentence: `The datum ${id} is not the trajectory that was played.`,
  }))
  // The datum's own mask may lie: what counts is who wrote the token.
  const mask = trajectory?.lossMask.length === lossMask.length ? trajectory.lossMask : lossMask
  const outside = coefficients.findIndex((coefficient, i) => coefficient !== 0 && (mask[i] === 0 || lossMask[i] === 0))
  report('gradient', outside < 0, 'gradient_outside_mask', agent, () => ({
    expected: 'a coefficient of exactly 0 where the loss mask is 0',
    found: `${coefficients[outside]} at token ${outside}`,
    sentence: `Token ${outside} of ${id} was not sampled, and is trained on.`,
  }))
}

const equal = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => a.length === b.length && Array.prototype.every.call(a, (value, i) => value === b[i])
