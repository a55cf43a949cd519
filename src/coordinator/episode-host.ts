// One open episode: the play, and for every agent the machine that turns what it reads and writes into a
// trajectory. Nothing in it is shared with another episode. Knows the tokenizer; knows no policy and no batch.

import { at } from '../base/assert.ts'
import { TokenloomError } from '../base/errors.ts'
import type { AgentId } from '../environments/contract.ts'
import { createPlay, type Play, type PlayUpdate } from '../environments/play.ts'
import { createEpisodeMachine, type EpisodeMachine } from '../episode/machine.ts'
import type { StopReason, Trajectory } from '../episode/trajectory.ts'
import type { SampledSequence } from '../service/index.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import type { TurnLogEntry } from './turn-log.ts'

/** An agent that must write now. */
export interface Awaited {
  readonly agent: AgentId
  /** Its place in possibleAgents. */
  readonly index: number
  readonly machine: EpisodeMachine
}

export interface Written {
  readonly agent: AgentId
  readonly sequence: SampledSequence
}

export interface WaveStamp {
  readonly wave: number
  readonly version: number
  readonly snapshotHash: string
}

export interface EpisodeHost {
  readonly plan: EpisodePlan
  machines(): readonly EpisodeMachine[]
  over(): boolean
  /** What the environment threw, when it did. */
  fault(): string | undefined
  /** Gives every agent whose action is awaited its prompt; returns those that have room to write. */
  advance(): readonly Awaited[]
  /** What a master would write now, as text; undefined where the environment knows none. */
  demonstration(agent: AgentId): string | undefined
  /** Appends what was sampled; the environment does not step yet. */
  write(written: readonly Written[], stamp: WaveStamp): void
  /** Steps the environment with what was written. */
  step(): readonly TurnLogEntry[]
  cancel(): void
  trajectories(): readonly Trajectory[]
}

export function createEpisodeHost(plan: EpisodePlan, setting: HostSetting): EpisodeHost {
  const { definition, tokenizer, budget } = setting
  const { possibleAgents } = definition.spec
  const machines = possibleAgents.map((agent) => createEpisodeMachine({ episode: plan.episode, agent, group: plan.group }, budget))
  const machineOf = (agent: AgentId): EpisodeMachine => at(machines, possibleAgents.indexOf(agent))
  let play: Play | undefined
  let pending: { agent: AgentId; text: string; tokens: number; cut?: StopReason }[] = []
  let fault: string | undefined
  let stamp: WaveStamp = { wave: 0, version: 0, snapshotHash: '' }

  const over = (): boolean => machines.every((machine) => machine.state() === 'TERMINATED')
  const endAll = (stop: StopReason): void => {
    for (const machine of machines) if (machine.state() !== 'TERMINATED') machine.end(stop)
  }
  const credit = (update: PlayUpdate): void => {
    for (const [agent, reward] of Object.entries(update.rewards)) machineOf(agent).reward(reward)
    for (const [name, value] of Object.entries(update.metrics)) for (const machine of machines) machine.metric(name, value)
  }
  /** The entry of a turn of this wave. The rewards of the step stand in the last entry alone, so that they sum up. */
  const entry = (agent: AgentId, tokens: number, facts: Partial<TurnLogEntry>): TurnLogEntry => ({
    episode: plan.episode,
    group: plan.group,
    agent,
    ...stamp,
    tokens,
    rewards: {},
    ...facts,
  })

  return {
    plan,
    machines: () => machines,
    over,
    fault: () => fault,
    advance() {
      if (over()) return []
      try {
        play ??= createPlay(definition, { config: setting.config, split: setting.split, start: plan.start, chance: plan.chance })
        for (const agent of play.waiting()) {
          const machine = machineOf(agent)
          const state = machine.state()
          if (state === 'PENDING') machine.begin(tokenizer.encode(play.prompt(agent)))
          else if (state === 'INTERACTING') machine.observe(tokenizer.encode(play.prompt(agent)))
          const stop = machine.stop()
          // The agent has no room left to act, so the game cannot go on.
          if (stop !== undefined) endAll(stop)
        }
      } catch (thrown) {
        // What has a code is not the environment's doing and ends more than this episode.
        if (thrown instanceof TokenloomError) throw thrown
        fault = thrown instanceof Error ? thrown.message : String(thrown)
        endAll('environment_error')
      }
      const awaited = play?.waiting() ?? []
      return awaited
        .map((agent) => ({ agent, index: possibleAgents.indexOf(agent), machine: machineOf(agent) }))
        .filter(({ machine }) => machine.state() === 'GENERATING')
    },
    demonstration(agent) {
      const action = play === undefined ? undefined : definition.demonstrate?.(play.state(), agent)
      return action === undefined ? undefined : definition.format(action)
    },
    write(written, wave) {
      stamp = wave
      pending = written.map(({ agent, sequence }) => {
        const outcome = machineOf(agent).write(sequence, wave.version, sequence.stop === 'stop_token')
        const turn = { agent, text: tokenizer.decode(sequence.tokens), tokens: sequence.tokens.length }
        return outcome.whole ? turn : { ...turn, cut: outcome.cut }
      })
    },
    step() {
      if (play === undefined || pending.length === 0) return []
      const turns = pending
      pending = []
      const cut = turns.find((turn) => turn.cut !== undefined)
      if (cut?.cut !== undefined) {
        const update = play.forfeit(cut.agent)
        credit(update)
        endAll(cut.cut)
        return [entry(cut.agent, cut.tokens, { rewards: update.rewards, stop: cut.cut })]
      }
      const update = play.submit(Object.fromEntries(turns.map(({ agent, text }) => [agent, text])))
      credit(update)
      fault = update.fault
      if (update.stop !== undefined) endAll(update.stop)
      else for (const agent of update.left) machineOf(agent).end('completed')
      return turns.map(({ agent, tokens }, index) => {
        const verdict = update.verdicts[agent]
        const last = index === turns.length - 1
        return entry(agent, tokens, {
          ...(verdict === undefined ? {} : { verdict }),
          ...(last ? { rewards: update.rewards } : {}),
          ...(last && update.stop !== undefined ? { stop: update.stop } : {}),
          ...(last && update.fault !== undefined ? { fault: update.fault } : {}),
        })
      })
    },
    cancel: () => endAll('cancelled'),
    trajectories: () => machines.map((machine) => machine.trajectory()),
  }
}
