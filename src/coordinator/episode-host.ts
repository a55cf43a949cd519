// One open episode: the play, and for every agent the machine that turns what it reads and writes into a
// trajectory. Nothing in it is shared with another episode. Knows the tokenizer and the conduct; no policy, no batch.

import { assert, at } from '../base/assert.ts'
import { TokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import type { Rng } from '../base/random.ts'
import type { AgentId } from '../environments/contract.ts'
import { type PlayAhead, Unforeseen } from '../environments/foresight.ts'
import { opponentsOf } from '../environments/opponents.ts'
import { createPlay, type Play, type PlayUpdate } from '../environments/play.ts'
import { createEpisodeMachine, type EpisodeMachine } from '../episode/machine.ts'
import { encodePrompt } from '../episode/prompt.ts'
import type { StopReason, Trajectory } from '../episode/trajectory.ts'
import type { ActionTrie } from '../service/index.ts'
import { maskOf } from './action-mask.ts'
import { type Ask, type Conduct, type EpisodeView, soundConduct } from './conduct.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import { createOpenTurns } from './open-turns.ts'
import type { SeatTurn } from './player.ts'
import { playWitness, type Witness } from './testimony.ts'
import type { TurnLogEntry, WaitEntry } from './turn-log.ts'
import { type PendingTurn, takeAnswer, type Written } from './written-turn.ts'

/** An agent that must write now. */
export interface Awaited extends Ask {
  /** Who writes. */
  readonly agent: AgentId
  /** Its place in possibleAgents. */
  readonly index: number
  readonly machine: EpisodeMachine
  /** The legal actions as the sampler walks them. Absent: any text may be tried. */
  readonly actions?: ActionTrie
}

export interface EpisodeHost {
  readonly plan: EpisodePlan
  /** Of the agents that take part, in the order of possibleAgents: all possible ones until the first state is known. */
  machines(): readonly EpisodeMachine[]
  over(): boolean
  /** What the environment threw, when it did. */
  fault(): string | undefined
  /** The questions before the next step, round after round. Empty when the episode is over. */
  rounds(): readonly (readonly Ask[])[]
  /** Gives the writers their prompts; returns those that have room to write. */
  advance(asks: readonly Ask[]): readonly Awaited[]
  /** What a master would do now; undefined where the environment knows none. */
  master(agent: AgentId): Json | undefined
  /** What the environment's scripted player of this name would do now; undefined where it has none. */
  scripted(name: string, agent: AgentId, rng: Rng): Json | undefined
  /** The state as it stands, for people who look on; undefined before the episode has begun. */
  state(): Json | undefined
  /** What an agent that is no policy is told. */
  seatTurn(awaited: Ask): SeatTurn & { readonly prompt: string }
  /** Appends what was answered; the environment does not step yet. */
  write(written: readonly Written[]): void
  /** What the next step will ask of the environment; null where there is none. Changes nothing. */
  ahead(): PlayAhead | null
  /** Steps the environment with what was written. */
  step(): readonly TurnLogEntry[]
  /** Who waited for whom so far. */
  waits(): readonly WaitEntry[]
  cancel(): void
  trajectories(): readonly Trajectory[]
}

export function createEpisodeHost(plan: EpisodePlan, setting: HostSetting, conduct: Conduct = soundConduct, witness?: Witness): EpisodeHost {
  const { definition, tokenizer, budget, masks } = setting
  const { episode, group } = plan
  const { possibleAgents } = definition.spec
  const machines = possibleAgents.map((agent) => createEpisodeMachine({ episode, agent, group }, budget))
  const machineOf = (agent: AgentId): EpisodeMachine => at(machines, possibleAgents.indexOf(agent))
  let play: Play | undefined
  /** Those who take part: the live agents of the first state, once it is known. */
  let seated: readonly EpisodeMachine[] = machines
  const open = createOpenTurns()
  /** The action mask of whoever writes now. */
  const tries = new Map<AgentId, ActionTrie>()
  const waits: WaitEntry[] = []
  let fault: string | undefined
  let wave = 0

  const opened = (): Play => {
    assert(play !== undefined, 'the episode has not begun')
    return play
  }
  const view: EpisodeView = {
    episode,
    definition,
    state: () => opened().state(),
    turns: () => opened().turns(),
    due: () => opened().waiting(),
    live: () => definition.agents(opened().state()),
    kept: (agent) => open.keeps(agent),
  }
  const over = (): boolean => seated.every((machine) => machine.state() === 'TERMINATED')
  const endAll = (stop: StopReason): void => {
    if (over()) return
    for (const machine of seated) if (machine.state() !== 'TERMINATED') machine.end(stop)
    witness?.({ by: 'coordinator', kind: 'closed', episode, stop })
  }
  /** Runs the environment's own code: what it throws ends this episode and no other. */
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (thrown) {
      // What has a code is not the environment's doing and ends more than this episode.
      if (thrown instanceof TokenloomError || thrown instanceof Unforeseen) throw thrown
      fault = thrown instanceof Error ? thrown.message : String(thrown)
      endAll('environment_error')
    }
  }
  const credit = (update: PlayUpdate, acted: readonly AgentId[]): Readonly<Record<AgentId, number>> => {
    const rewards = conduct.credited(view, update.rewards, acted)
    witness?.({ by: 'coordinator', kind: 'credited', episode, rewards })
    for (const [agent, reward] of Object.entries(rewards)) machineOf(agent).reward(reward)
    for (const [name, value] of Object.entries(update.metrics)) for (const machine of seated) machine.metric(name, value)
    return rewards
  }
  const wait = (kind: WaitEntry['kind'], waiting: readonly AgentId[], awaited: readonly AgentId[], since: number): void => {
    waits.push({ episode, group, wave, kind, waiting, for: awaited, since, until: opened().turns() })
  }
  /** The entry of a turn of this wave. The rewards of the step stand in the last entry alone, so that they sum up. */
  const entry = ({ writer, place, stamp, tokens }: PendingTurn, facts: Partial<TurnLogEntry>): TurnLogEntry => ({
    episode,
    group,
    agent: writer,
    ...(place === writer || place === null ? {} : { place }),
    wave,
    ...stamp,
    tokens,
    rewards: {},
    ...facts,
  })
  /** Ends an episode in which agents are left and nobody can act; says who waits for whom. */
  const lock = (): void => {
    const due = view.due()
    wait('deadlock', view.live(), due, view.turns())
    endAll('deadlock')
  }

  const begin = (): Play => {
    const { config, split } = setting
    const start = { config, split, start: plan.start, chance: plan.chance }
    const begun = createPlay(definition, witness === undefined ? start : { ...start, witness: playWitness(episode, witness) })
    const live = definition.agents(begun.state())
    seated = machines.filter(({ identity }) => live.includes(identity.agent))
    for (const [name, value] of Object.entries(definition.metricsAtStart?.(begun.state()) ?? {})) for (const machine of seated) machine.metric(name, value)
    return begun
  }

  return {
    plan,
    machines: () => seated,
    over,
    fault: () => fault,
    rounds() {
      if (over()) return []
      let rounds: readonly (readonly Ask[])[] = []
      guarded(() => {
        play ??= begin()
        if (view.due().length === 0) lock()
        else rounds = conduct.rounds(view)
      })
      return rounds
    },
    advance(asks) {
      if (over()) return []
      guarded(() => {
        for (const { writer, place, granted } of asks) {
          const machine = machineOf(writer)
          const state = machine.state()
          if (granted) witness?.({ by: 'coordinator', kind: 'granted', episode, agent: writer })
          const shown = conduct.shown(view, writer).map((agent) => opened().shown(agent))
          const prompt = shown.map(({ text }) => text).join('')
          const pictures = shown.flatMap((one) => one.pictures)
          if (state === 'PENDING') machine.begin(encodePrompt(tokenizer, prompt, pictures))
          else if (state === 'INTERACTING') machine.observe(encodePrompt(tokenizer, prompt, pictures))
          // Whoever is asked before its turn has no legal actions yet.
          const actions = masks === undefined || place === null ? undefined : maskOf(definition, view.state(), place, prompt, masks)
          if (actions === undefined) tries.delete(writer)
          else tries.set(writer, actions)
          const stop = machine.stop()
          // The agent has no room left to act, so the game cannot go on.
          if (stop !== undefined && state !== 'TERMINATED') endAll(stop)
        }
      })
      return asks
        .map((ask): Awaited => {
          const actions = tries.get(ask.writer)
          const seat = { ...ask, agent: ask.writer, index: possibleAgents.indexOf(ask.writer), machine: machineOf(ask.writer) }
          return actions === undefined ? seat : { ...seat, actions }
        })
        .filter(({ machine }) => machine.state() === 'GENERATING')
    },
    master: (agent) => (play === undefined ? undefined : definition.demonstrate?.(play.state(), agent)),
    scripted: (name, agent, rng) =>
      play === undefined
        ? undefined
        : opponentsOf(definition)
            .find((one) => one.name === name)
            ?.act(play.state(), agent, rng),
    state: () => play?.state(),
    seatTurn({ writer, place }) {
      const state = opened().state()
      const seen = conduct.shown(view, writer)
      const prompt = seen.map((agent) => definition.prompt(definition.observe(state, agent), agent)).join('')
      // A script reads one observation: what it should not see comes first.
      const observation = definition.observe(state, at(seen, 0))
      return { episode, agent: writer, observation, legal: definition.legalActions(state, place ?? writer), prompt }
    },
    write(written) {
      const silent = written.filter((answer) => 'silent' in answer).map(({ writer }) => writer)
      if (silent.length > 0) {
        const waiting = view.live().filter((agent) => !silent.includes(agent))
        wait('silent', waiting, silent, view.turns())
        endAll('silent_agent')
        return
      }
      for (const answer of written) {
        if ('silent' in answer) continue
        const { writer } = answer
        open.add(takeAnswer(answer, { machine: machineOf(writer), tokenizer, actions: tries.get(writer) }))
      }
    },
    ahead() {
      if (play === undefined || over()) return null
      const { turns } = open.due(view.due())
      // A turn that was cut off ends the play: nothing is stepped.
      if (turns.length === 0 || turns.some((turn) => turn.cut !== undefined)) return null
      return play.ahead(textsOf(turns))
    },
    step() {
      if (play === undefined || over()) return []
      const before = play.turns()
      const due = view.due()
      const live = view.live()
      const { turns, early } = open.take(due)
      if (turns.length === 0) {
        lock()
        return []
      }
      const entries = settle(play, turns)
      // A turn that was cut off ends the play: nothing else is played.
      const cut = turns.find((turn) => turn.cut !== undefined)
      conduct.submitted?.(
        view,
        turns.map((turn) => {
          const { writer, place, text } = turn
          return { writer, place: place ?? writer, text, early: early.includes(turn), played: cut === undefined || turn === cut }
        }),
      )
      // Everybody waits until the agents that are due have acted; those among them wait for each other.
      const waiting = due.length > 1 ? live : live.filter((agent) => !due.includes(agent))
      if (waiting.length > 0) wait(due.length > 1 ? 'simultaneous' : 'turn', waiting, due, before)
      wave++
      return entries
    },
    waits: () => waits,
    cancel: () => endAll('cancelled'),
    trajectories: () => seated.map((machine) => machine.trajectory()),
  }

  function settle(current: Play, turns: readonly PendingTurn[]): readonly TurnLogEntry[] {
    const cut = turns.find((turn) => turn.cut !== undefined)
    if (cut?.cut !== undefined) {
      const rewards = credit(current.forfeit(placeOf(cut), cut.text), [placeOf(cut)])
      endAll(cut.cut)
      return [entry(cut, { rewards, stop: cut.cut })]
    }
    const update = current.submit(textsOf(turns))
    const rewards = credit(update, turns.map(placeOf))
    fault = update.fault
    if (update.stop !== undefined) endAll(update.stop)
    else for (const agent of update.left) machineOf(agent).end('completed')
    return turns.map((turn, index) => {
      const verdict = update.verdicts[placeOf(turn)]
      const last = index === turns.length - 1
      return entry(turn, {
        ...(verdict === undefined ? {} : { verdict }),
        ...(last ? { rewards } : {}),
        ...(last && update.stop !== undefined ? { stop: update.stop } : {}),
        ...(last && update.fault !== undefined ? { fault: update.fault } : {}),
      })
    })
  }
}

const placeOf = ({ writer, place }: PendingTurn): AgentId => place ?? writer

const textsOf = (turns: readonly PendingTurn[]): Readonly<Record<AgentId, string>> => Object.fromEntries(turns.map((turn) => [placeOf(turn), turn.text]))
