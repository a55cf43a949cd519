// Drives a batch of episodes to their ends, at one of two paces, as the chosen coordinator conducts them. Knows who is
// asked and when; no policy beyond its sampler, no rewards' meaning, no training.

import { at } from '../base/assert.ts'
import type { AgentId } from '../environments/contract.ts'
import { EPISODE_STATES, type EpisodeState, type StopReason, type Trajectory } from '../episode/trajectory.ts'
import { soundConduct } from './conduct.ts'
import { type Course, createCourse } from './course.ts'
import type { Deadline } from './deadline.ts'
import { createEpisodeHost, type EpisodeHost } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import type { FaultRequest } from './faults/fault.ts'
import { faultyConduct } from './faults/faulty.ts'
import { type LaterWitness, laterWitness } from './later-witness.ts'
import { foretoldScripts, type LookAhead, lookAhead } from './look-ahead.ts'
import { type AskedAhead, asynchronously, inLockStep, type Pace, type PaceSetting } from './pace.ts'
import type { PhaseBarrier } from './phase-barrier.ts'
import type { Player, Seating } from './player.ts'
import type { Witness } from './testimony.ts'
import type { AnswerTime, TurnLogEntry, WaitEntry, WaveTime } from './turn-log.ts'
import { witnessPlayers } from './witness-players.ts'

export interface StateCounts {
  readonly counts: Readonly<Record<EpisodeState, number>>
  readonly stops: Readonly<Partial<Record<StopReason, number>>>
}

export interface BatchRequest extends HostSetting {
  readonly episodes: readonly EpisodePlan[]
  /** Who plays each agent of each episode. */
  readonly players: Seating
  readonly barrier: PhaseBarrier
  readonly now: () => number
  /** Default: in lock step. */
  readonly pace?: Pace
  /** How long an answer is waited for. Absent: as long as it takes. */
  readonly deadline?: Deadline
  /** Called whenever episodes changed state. */
  readonly watch?: (states: StateCounts) => void
  /** Hears the turns of an episode's wave as soon as its environment has stepped: for people who look on. */
  readonly onTurns?: (entries: readonly TurnLogEntry[]) => void
  /** Hears every fact, in order: the auditor. Where rules live elsewhere it hears them while those are waited for, and all of them before the batch is given back. */
  readonly witness?: Witness
  /** A coordinator that breaks a rule on purpose. Absent: the sound one. */
  readonly fault?: FaultRequest
}

export interface BatchResult {
  /** By episode, then by agent, in the order of the plans. */
  readonly trajectories: readonly Trajectory[]
  /** Who wrote each trajectory, in the same order. */
  readonly players: readonly Player[]
  /** By wave, then by episode in the order of the plans, whatever the pace. */
  readonly turnLog: readonly TurnLogEntry[]
  /** In the same order. */
  readonly waits: readonly WaitEntry[]
  /** The waves of the longest episode. */
  readonly waves: number
  /** What environments threw, by episode. */
  readonly faults: readonly { readonly episode: number; readonly fault: string }[]
  /**
   * Time spent with answers outstanding, and between them; asynchronously they overlap. `sandbox`: the part of `environment` in which
   * rules that live elsewhere were waited for, absent where they are here.
   */
  readonly milliseconds: { readonly sampling: number; readonly environment: number; readonly sandbox?: number }
  /** Of every wave in lock step, in order; empty at the other pace, where waves of several episodes overlap. */
  readonly waveTimes: readonly WaveTime[]
  /** In the order in which they came; one request's answers take equally long. */
  readonly answerTimes: readonly AnswerTime[]
  /** Episodes that a person took part in or a deadline ended: played again, they may go otherwise. */
  readonly unrepeatable: readonly number[]
}

export async function runEpisodes(request: BatchRequest): Promise<BatchResult> {
  const { definition, foresight, barrier, now, watch, onTurns, fault, deadline, pace = 'lockstep' } = request
  // Where steps are waited for, that is the time for whoever looks on.
  const later = request.witness === undefined || foresight === undefined ? null : laterWitness(request.witness)
  const witness = later?.take ?? request.witness
  const doors = openDoors(barrier, request.episodes.length)
  const unheard = witness === undefined ? () => undefined : barrier.onUpdate(() => witness({ by: 'trainer', kind: 'updated' }))
  const stopwatch = createStopwatch(now)
  const answerTimes: AnswerTime[] = []
  try {
    const conduct = fault === undefined ? soundConduct : faultyConduct(fault, (update) => doors.ajar(update))
    const known = foretoldScripts(request, request.players)
    const seating = witness === undefined ? known : witnessPlayers(known, definition.spec.possibleAgents, witness)
    const seats = request.episodes.map((plan) => definition.spec.possibleAgents.map((agent) => seating(plan, agent)))
    const masters = seats.some((players) => players.some(({ kind }) => kind === 'script'))
    const ahead = lookAhead(request, { masters, audited: witness !== undefined, everybody: fault !== undefined })
    const plans = ahead === null ? request.episodes : await stopwatch.told(ahead.begin(request.episodes))
    const courses = plans.map((plan, index) => createCourse(createEpisodeHost(plan, request, conduct, witness), at(seats, index), onTurns))
    const hosts = courses.map(({ host }) => host)
    const tell = (): void => watch?.(countStates(hosts))
    tell()
    const setting: PaceSetting = {
      definition,
      ...(deadline === undefined ? {} : { deadline }),
      ...(ahead === null ? {} : { ahead: askedAhead(ahead, stopwatch, later) }),
      asking(wave) {
        stopwatch.asking(wave)
        tell()
      },
      answered() {
        tell()
        stopwatch.answered()
      },
      now,
      took({ host, agent, player }, asked, milliseconds) {
        answerTimes.push({ episode: host.plan.episode, agent, player: player.name, asked, milliseconds })
      },
      between: () => conduct.between?.(openOf(hosts)) ?? Promise.resolve(),
    }
    // Rules that live elsewhere are asked for many at once, which only lock step can.
    await (pace === 'lockstep' || ahead !== null ? inLockStep(courses, setting) : asynchronously(courses, setting))
    tell()
    const result = resultOf(courses, definition.spec.possibleAgents)
    for (const trajectory of result.trajectories) witness?.({ by: 'coordinator', kind: 'told', trajectory })
    later?.handOn()
    return { ...result, answerTimes, unrepeatable: unrepeatableOf(courses, deadline !== undefined), ...stopwatch.times() }
  } finally {
    doors.close()
    unheard()
  }
}

function askedAhead(ahead: LookAhead, stopwatch: ReturnType<typeof createStopwatch>, later: LaterWitness | null): AskedAhead {
  return {
    wrote: ({ host }) => ahead.wrote(host),
    allWrote: ahead.allWrote,
    told({ host }) {
      const told = ahead.told(host)
      if (told === null) return null
      later?.handOn()
      return stopwatch.told(told)
    },
  }
}

const openOf = (hosts: readonly EpisodeHost[]): readonly number[] => hosts.filter((host) => !host.over()).map(({ plan }) => plan.episode)

interface Doors {
  close(): void
  /** Runs work while the barrier believes that nobody is in. Only a faulty coordinator does. */
  ajar(work: () => Promise<void>): Promise<void>
}

function openDoors(barrier: PhaseBarrier, episodes: number): Doors {
  const open = (): readonly (() => void)[] => Array.from({ length: episodes }, () => barrier.open())
  let closers = open()
  const close = (): void => {
    for (const closer of closers) closer()
    closers = []
  }
  return {
    close,
    async ajar(work) {
      close()
      await work()
      closers = open()
    },
  }
}

/** Time is either that of the environments or that of waiting for answers. */
function createStopwatch(now: () => number) {
  let [since, sampling, environment] = [now(), 0, 0]
  let sandbox: number | undefined
  const waveTimes: WaveTime[] = []
  let open: number | undefined
  const lap = (): number => {
    const start = since
    since = now()
    return since - start
  }
  return {
    asking: (wave?: number) => {
      environment += lap()
      open = wave
    },
    answered: () => {
      const asked = since
      sampling += lap()
      if (open !== undefined) waveTimes.push({ wave: open, asked, answered: since })
    },
    /** Waits for rules that live elsewhere. */
    async told<T>(answer: Promise<T>): Promise<T> {
      const asked = now()
      const value = await answer
      sandbox = (sandbox ?? 0) + now() - asked
      return value
    },
    times: () => {
      environment += lap()
      return { milliseconds: { sampling, environment, ...(sandbox === undefined ? {} : { sandbox }) }, waveTimes }
    },
  }
}

/** Silence without a deadline is a script's own word, and would be the same again. */
function unrepeatableOf(courses: readonly Course[], deadline: boolean): readonly number[] {
  return courses.flatMap(({ host, players }) => {
    const silent = deadline && host.machines().some((machine) => machine.stop() === 'silent_agent')
    return silent || players.some(({ kind }) => kind === 'human') ? [host.plan.episode] : []
  })
}

function resultOf(courses: readonly Course[], agents: readonly AgentId[]): Omit<BatchResult, 'milliseconds' | 'waveTimes' | 'answerTimes' | 'unrepeatable'> {
  const hosts = courses.map(({ host }) => host)
  const byWave = <T extends { readonly wave: number }>(entries: readonly T[]): readonly T[] => [...entries].sort((a, b) => a.wave - b.wave)
  const turnLog = byWave(courses.flatMap((course) => course.turnLog()))
  return {
    trajectories: hosts.flatMap((host) => host.trajectories()),
    players: courses.flatMap(({ host, players }) => host.machines().map(({ identity }) => at(players, agents.indexOf(identity.agent)))),
    turnLog,
    waits: byWave(hosts.flatMap((host) => host.waits())),
    waves: turnLog.reduce((most, { wave }) => Math.max(most, wave + 1), 0),
    faults: hosts.flatMap((host) => {
      const fault = host.fault()
      return fault === undefined ? [] : [{ episode: host.plan.episode, fault }]
    }),
  }
}
function countStates(hosts: readonly EpisodeHost[]): StateCounts {
  const counts = Object.fromEntries(EPISODE_STATES.map((state) => [state, 0]))
  const stops: Partial<Record<StopReason, number>> = {}
  for (const host of hosts) {
    for (const machine of host.machines()) {
      const state = machine.state()
      counts[state] = (counts[state] ?? 0) + 1
      const stop = machine.stop()
      if (stop !== undefined) stops[stop] = (stops[stop] ?? 0) + 1
    }
  }
  const { PENDING = 0, GENERATING = 0, INTERACTING = 0, TERMINATED = 0 } = counts
  return { counts: { PENDING, GENERATING, INTERACTING, TERMINATED }, stops }
}
