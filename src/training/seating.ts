// Who sits in which seat of an episode: the learners with their adapters, and in the other seats whoever the spec names. Drawn
// from the seed and the group alone, so every arm and every re-run seats alike. Makes one sampler a snapshot and batch.

import { assert, at } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { createRng, type Key } from '../base/random.ts'
import type { Player, PolicyPlayer, ScriptPlayer, Seating } from '../coordinator/player.ts'
import type { AgentId } from '../environments/contract.ts'
import type { OtherPlayer } from '../record/spec.ts'
import { BASE_SNAPSHOT, type SnapshotInfo } from '../service/index.ts'
import { interruptedVersion, poolOf, rolloutVersion } from './past-versions.ts'
import { interruptedSampler, randomSampler, type SamplerOptions, snapshotSampler } from './samplers.ts'
import { keyOf, type Learner, type RunArm, type RunSetting } from './setting.ts'

/** Sub-streams of the seating stream. */
const SOLO = 0
const POOL = 1

/** Whether an agent learns in a group: everybody who learns at all, or in a solo group the one that the seed draws. */
export function learnsIn({ spec, cast }: RunSetting, group: number, agent: AgentId): boolean {
  const { learners } = cast
  if (!learners.includes(agent)) return false
  const rng = createRng(keyOf(spec, 'seating'), group, SOLO)
  if (spec.agents.soloShare === 0 || rng.float() >= spec.agents.soloShare) return true
  return at(learners, rng.integer(learners.length)) === agent
}

/** The seats of a training step. */
export function trainingSeating(setting: RunSetting, arm: RunArm, step: number): Seating {
  const { spec } = setting
  const { temperature, topK, topP } = spec.rollout
  const players = createPlayers(setting, { key: keyOf(spec, 'sampling'), temperature, topK, topP }, keyOf(spec, 'randomPolicy'))
  return (plan, agent) => {
    const learner = learnerOf(arm, agent)
    if (learnsIn(setting, plan.group, agent)) {
      if (learner !== null && spec.rollout.refresh === 'interrupt') return players.interrupted(learner, step)
      return learner === null ? players.random() : players.of(learner.name, rolloutVersion(spec, learner, step), () => rolloutVersion(spec, learner, step))
    }
    if (spec.agents.others !== 'past') return players.other(spec.agents.others)
    const past = learner ?? arm.learners[0]
    if (past === undefined) return players.other('base')
    const pool = poolOf(spec, past, step)
    const rng = createRng(keyOf(spec, 'seating'), plan.group, POOL, setting.cast.agents.indexOf(agent))
    return players.of(`${past.name} before`, at(pool, rng.integer(pool.length)))
  }
}

/** The seats of an evaluation that measures `measured`: these agents play, the rest is played by `evaluation.others`. */
export function evaluationSeating(setting: RunSetting, arm: RunArm, measured: readonly AgentId[], options: SamplerOptions): Seating {
  const { spec } = setting
  const players = createPlayers(setting, options, options.key)
  // Who does not learn at all is played as in training; a past self is the base then, the same at every evaluation.
  const { others } = spec.agents
  const beside = spec.evaluation.others === 'self' ? (others === 'past' ? 'base' : others) : spec.evaluation.others
  return (_, agent) => {
    if (!measured.includes(agent)) return players.other(beside)
    const learner = learnerOf(arm, agent)
    return learner === null ? players.random() : players.of(learner.name, learner.snapshot)
  }
}

const learnerOf = (arm: RunArm, agent: AgentId): Learner | null => arm.learners.find(({ agents }) => agents.includes(agent)) ?? null

interface Players {
  /** `current`: what is read when it is asked, where a faulty coordinator may have changed it meanwhile. */
  of(name: string, snapshot: SnapshotInfo | null, current?: () => SnapshotInfo | null): Player
  /** Its own adapter, a newer version at every turn: nothing is pinned. */
  interrupted(learner: Learner, step: number): Player
  random(): Player
  other(kind: Exclude<OtherPlayer, 'past'>): Player
}

/** One player a snapshot, however often it is asked for: seats with one sampler share their requests. */
function createPlayers(setting: RunSetting, options: SamplerOptions, randomKey: Key): Players {
  const { tokenizer, environment, description } = setting
  const made = new Map<string, Player>()
  const once = (name: string, make: () => Player): Player => {
    const player = made.get(name) ?? make()
    made.set(name, player)
    return player
  }
  const policy = (name: string, snapshot: SnapshotInfo, current = () => snapshot): PolicyPlayer => {
    const { hash, version } = snapshot
    return { kind: 'policy', name, snapshot: { hash, version }, sampler: snapshotSampler(setting, current, options) }
  }
  const random = (): Player =>
    once('random', () => ({ kind: 'policy', name: 'random', snapshot: null, sampler: randomSampler(tokenizer, environment, randomKey) }))
  return {
    random,
    interrupted: (learner, step) =>
      once(`interrupted ${learner.name}`, () => {
        const snapshotAt = (turn: number): SnapshotInfo => {
          const snapshot = interruptedVersion(setting.spec, learner, step, turn)
          assert(snapshot !== null, 'a learner without a snapshot was seated')
          return snapshot
        }
        return { kind: 'policy', name: learner.name, snapshot: null, sampler: interruptedSampler(setting, snapshotAt, options) }
      }),
    of(name, snapshot, current = () => snapshot) {
      assert(snapshot !== null, 'a learner without a snapshot was seated')
      return once(snapshot.id, () => policy(name, snapshot, () => current() ?? snapshot))
    },
    other(kind) {
      const base: SnapshotInfo = { id: BASE_SNAPSHOT, adapter: null, version: 0, hash: description.base.hash }
      if (kind === 'base') return once(BASE_SNAPSHOT, () => policy('base', base))
      return once(kind, () => script(setting, kind))
    },
  }
}

/** The environment's own demonstration, or a legal action by chance. */
function script({ spec, environment }: RunSetting, kind: 'script' | 'random'): ScriptPlayer {
  const share = kind === 'random' ? 1 : spec.agents.scriptRandom
  return {
    kind: 'script',
    name: kind,
    key: keyOf(spec, 'script'),
    act({ rng, legal, master }) {
      if (legal.kind === 'list' && legal.actions.length > 0 && rng.float() < share) return at(legal.actions, rng.integer(legal.actions.length))
      const action = kind === 'random' ? undefined : master()
      if (action !== undefined) return action
      throw tokenloomError(
        'SPEC_INVALID',
        kind === 'random' ? `${environment.spec.id} does not list its legal actions.` : `${environment.spec.id} has no script to play by.`,
        'Let the base play the others.',
        'agents.others',
      )
    },
  }
}
