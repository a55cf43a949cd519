// What every part of a run is given: the spec and those it talks to. Types, and the few things that follow from
// the spec alone.

import type { Json } from '../base/json.ts'
import { type Key, type StreamName, streamKey } from '../base/random.ts'
import type { Deadline } from '../coordinator/deadline.ts'
import type { PhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import { withPictureControl } from '../environments/picture-controls.ts'
import type { TrieCompiler } from '../episode/action-trie.ts'
import type { EpisodeBudget } from '../episode/machine.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { Arm, BlobName, RunEventBody } from '../record/events.ts'
import type { RunSpec } from '../record/spec.ts'
import type { AdapterId, Future, LossSpec, ServiceDescription, TrainingService } from '../service/index.ts'
import type { Cast, Role } from './cast.ts'
import type { Onlooker } from './follow-game.ts'
import type { VersionHolder } from './past-versions.ts'

/** The bytes of a blob of tokens or turns; its reference is in the event that it comes with. */
export interface TokenBytes {
  readonly arm: BlobName
  readonly step: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type Emit = (body: RunEventBody, blob?: TokenBytes) => void

export interface RunSetting {
  readonly spec: RunSpec
  readonly service: TrainingService
  readonly description: ServiceDescription
  readonly tokenizer: Tokenizer
  readonly environment: EnvironmentDefinition
  /** Brings what the environment will be asked, where it lives elsewhere; undefined where it is here. */
  readonly foresight: Foresight | undefined
  /** The environment's settings, defaults filled in. */
  readonly config: Json
  /** Who takes part, who learns, with which adapter. */
  readonly cast: Cast
  readonly budget: EpisodeBudget
  /** Compiles the action mask; undefined where the run has it off. */
  readonly masks: TrieCompiler | undefined
  readonly barrier: PhaseBarrier
  readonly emit: Emit
  /** Who follows a game while it is played. */
  readonly onlooker: Onlooker | undefined
  /** Milliseconds from any start. Read for durations alone: no decision depends on it. */
  readonly clock: () => number
  /** How long a rollout waits for an answer; undefined: as long as it takes. */
  readonly deadline: Deadline | undefined
  /** Awaits a future that a stop of the run cancels. */
  readonly track: <T>(future: Future<T>) => Promise<T>
}

/** An adapter that a run opened for one of its arms, and the agents that write with it. */
export interface Learner extends Role, VersionHolder {
  readonly adapter: AdapterId
  /** The canary has heard it differ from the base; until then it listens at every refresh. */
  heard?: boolean
}

/** The trained policy, or one of its controls. */
export interface RunArm {
  readonly name: Arm
  /** None for the random policy, and for swapped adapters, which are the policy's. */
  readonly learners: readonly Learner[]
  /** Tokens that each agent has sampled in rollouts so far. */
  readonly spent: Map<AgentId, number>
}

/** Arms that play training steps; the others are evaluated alone. */
export const steps = (arm: RunArm): boolean => arm.name !== 'swapped'

const LEARNING: readonly Arm[] = ['policy', 'shuffled', 'blank', 'shuffled-pictures']

/** Arms that learn: the policy, one with rewards of others, and those that learn without the problem's pictures. */
export const updates = (arm: RunArm): boolean => LEARNING.includes(arm.name)

/** The setting of an arm: two controls play the same problems and are shown other pictures, in training and when they are measured. */
export function settingOf(setting: RunSetting, { name }: RunArm): RunSetting {
  if (name !== 'blank' && name !== 'shuffled-pictures') return setting
  return { ...setting, environment: withPictureControl(setting.environment, name) }
}

export const keyOf = (spec: RunSpec, stream: StreamName): Key => streamKey(spec.seed, stream)

/** Whether a step learns from examples instead of rewards. */
export const fromExamples = (spec: RunSpec, step: number): boolean => spec.kind === 'supervised' || step <= spec.imitation.steps

/** The loss as the service takes it: the settings that it reads, and no others. Examples are learned by cross-entropy. */
export function lossOf({ objective }: RunSpec, trainedTokens: number, examples = false): LossSpec {
  const scale = 1 / trainedTokens
  if (examples) return { name: 'cross_entropy', scale }
  const kl = objective.klCoefficient > 0 ? { klCoefficient: objective.klCoefficient } : {}
  const { loss: name, clipLow, clipHigh, beta, weightCap } = objective
  if (name === 'decoupled_ppo') return { name, clipLow, clipHigh, weightCap, scale, ...kl }
  if (name === 'ppo' || name === 'cispo' || name === 'gspo') return { name, clipLow, clipHigh, scale, ...kl }
  return name === 'dro' ? { name, beta, scale, ...kl } : { name, scale, ...kl }
}
