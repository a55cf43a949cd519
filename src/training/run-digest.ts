// The digest of a run: a rolling hash over everything that was decided, in order of step, arm, episode and turn.
// Token ids and the bits of logprobs go in, durations and device timings do not: two runs of one spec on one device
// have equal digests, or something is wrong.

import { bytesOfHex, bytesOfText, createRollingDigest, windowOf } from '../base/hash.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import type { TurnLogEntry } from '../coordinator/turn-log.ts'
import type { TurnReward } from '../episode/trajectory.ts'
import type { Evaluation } from '../record/events.ts'
import type { RunSpec, SourceReload } from '../record/spec.ts'
import { identityOf } from '../record/spec-identity.ts'
import type { ServiceDescription } from '../service/index.ts'
import type { CreditedTrajectory } from './credit.ts'

export interface StepDecisions {
  readonly arm: string
  readonly step: number
  readonly episodes: readonly CreditedTrajectory[]
  readonly turnLog: readonly TurnLogEntry[]
  /** Hash of the adapter's snapshot after the step; empty for the random policy. */
  readonly snapshotHash: string
}

export interface RunDigest {
  started(spec: RunSpec, service: ServiceDescription): void
  stepped(decisions: StepDecisions): Promise<string>
  evaluated(evaluation: Evaluation): void
  /** Another version of the authored source counts from here on. */
  reloaded(reload: SourceReload): void
  value(): Promise<string>
}

/** Plain data of ours as JSON: JSON.stringify drops what is undefined. */
const plain = (value: object): Json => JSON.parse(JSON.stringify(value))

/** `from` is the value of an earlier digest, in hexadecimal: the new one goes on from there. */
export function createRunDigest(from?: string): RunDigest {
  const digest = createRollingDigest(from === undefined ? undefined : (bytesOfHex(from) ?? undefined))
  const text = (value: object): Uint8Array<ArrayBuffer> => bytesOfText(canonicalJson(plain(value)))
  return {
    started(spec, { variants: _, ...service }) {
      // Which kernel variants serve is measured at every start, and only those with equal bits may: the choice decides nothing.
      // A version of the source counts when it comes, whether it was planned or came by hand: both runs are the same.
      void digest.append(text({ spec: identityOf({ ...spec, environment: { ...spec.environment, reloads: [] } }), service }))
    },
    stepped({ arm, step, episodes, turnLog, snapshotHash }) {
      const parts: Uint8Array[] = [bytesOfText(canonicalJson({ arm, step, snapshotHash, turns: turnLog.map(decisionOf) }))]
      for (const { trajectory, coefficients } of episodes) {
        const { episode, agent, group, stop, totalReward, rewards, tokens, lossMask, samplingLogprobs, versions } = trajectory
        parts.push(bytesOfText(canonicalJson({ episode, agent, group, stop, totalReward, rewards: rewards.map(rewardOf) })))
        for (const column of [tokens, lossMask, samplingLogprobs, versions, coefficients]) parts.push(windowOf(column))
      }
      void digest.append(join(parts))
      return digest.value()
    },
    evaluated(evaluation) {
      void digest.append(text(evaluation))
    },
    reloaded({ after, source }) {
      void digest.append(text({ reload: { after, source } }))
    },
    value: () => digest.value(),
  }
}

const decisionOf = ({ episode, agent, wave, version, verdict, rewards, stop }: TurnLogEntry): Json => ({
  ...{ episode, agent, wave, version, rewards },
  ...(verdict === undefined ? {} : { verdict }),
  ...(stop === undefined ? {} : { stop }),
})

const rewardOf = ({ turn, reward, token }: TurnReward): Json => ({ turn, reward, token })

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
