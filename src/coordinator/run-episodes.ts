// Drives a batch of episodes in lock step: all agents that must write are sampled together, one request a wave, then
// the environments step. Knows no policy beyond the sampler that it is given, no rewards' meaning, no training.

import { at } from '../base/assert.ts'
import { EPISODE_STATES, type EpisodeState, type StopReason, type Trajectory } from '../episode/trajectory.ts'
import type { SamplePrompt } from '../service/index.ts'
import { type Awaited, createEpisodeHost, type EpisodeHost, type Written } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import type { PhaseBarrier } from './phase-barrier.ts'
import type { Sampler } from './sampler.ts'
import type { TurnLogEntry } from './turn-log.ts'

export interface StateCounts {
  readonly counts: Readonly<Record<EpisodeState, number>>
  readonly stops: Readonly<Partial<Record<StopReason, number>>>
}

export interface BatchRequest extends HostSetting {
  readonly episodes: readonly EpisodePlan[]
  readonly sampler: Sampler
  readonly barrier: PhaseBarrier
  readonly now: () => number
  /** Called whenever episodes changed state. */
  readonly watch?: (states: StateCounts) => void
}

export interface BatchResult {
  /** By episode, then by agent, in the order of the plans. */
  readonly trajectories: readonly Trajectory[]
  readonly turnLog: readonly TurnLogEntry[]
  readonly waves: number
  /** What environments threw, by episode. */
  readonly faults: readonly { readonly episode: number; readonly fault: string }[]
  readonly milliseconds: { readonly sampling: number; readonly environment: number }
}

interface Seat extends Awaited {
  readonly host: EpisodeHost
  readonly prompt: SamplePrompt
  readonly maxTokens: number
}

export async function runEpisodes(request: BatchRequest): Promise<BatchResult> {
  const { barrier, now, watch } = request
  const hosts = request.episodes.map((plan) => createEpisodeHost(plan, request))
  const closers = hosts.map(() => barrier.open())
  const turnLog: TurnLogEntry[] = []
  let [wave, sampling, environment] = [0, 0, 0]
  const tell = (): void => watch?.(countStates(hosts))
  try {
    tell()
    for (;;) {
      const start = now()
      const seats = hosts.flatMap((host) => host.advance().map((awaited) => seatOf(host, awaited)))
      environment += now() - start
      if (seats.length === 0) break
      tell()
      const sampled = now()
      await sampleWave(labelGroups(seats), request.sampler, wave)
      sampling += now() - sampled
      tell()
      const stepped = now()
      for (const host of hosts) turnLog.push(...host.step())
      environment += now() - stepped
      wave++
    }
    // An environment that leaves agents alive with nobody to move would hang: its episodes end with a reason.
    for (const host of hosts) if (!host.over()) host.cancel()
    tell()
  } finally {
    for (const close of closers) close()
  }
  const faults = hosts.flatMap((host) => {
    const fault = host.fault()
    return fault === undefined ? [] : [{ episode: host.plan.episode, fault }]
  })
  return { trajectories: hosts.flatMap((host) => host.trajectories()), turnLog, waves: wave, faults, milliseconds: { sampling, environment } }
}

function seatOf(host: EpisodeHost, awaited: Awaited): Seat {
  const { tokens, maxTokens } = awaited.machine.turn()
  return { ...awaited, host, maxTokens, prompt: { tokens, stream: [host.plan.episode, awaited.index], firstIndex: tokens.length } }
}

/** Sequences that are equal so far share their computation: siblings at their first turn, and whoever else agrees. */
function labelGroups(seats: readonly Seat[]): readonly Seat[] {
  const bySequence = new Map<string, Seat[]>()
  for (const seat of seats) {
    const key = seat.prompt.tokens.join(' ')
    const equal = bySequence.get(key)
    if (equal === undefined) bySequence.set(key, [seat])
    else equal.push(seat)
  }
  const labels = new Map<Seat, string>()
  for (const equal of bySequence.values()) {
    const first = at(equal, 0)
    if (equal.length > 1) for (const seat of equal) labels.set(seat, `${first.host.plan.episode}/${first.index}`)
  }
  return seats.map((seat) => {
    const group = labels.get(seat)
    return group === undefined ? seat : { ...seat, prompt: { ...seat.prompt, group } }
  })
}

/** One request for all, except where budgets leave some less room: the service takes one limit a request. */
async function sampleWave(seats: readonly Seat[], sampler: Sampler, wave: number): Promise<void> {
  const written = new Map<EpisodeHost, Written[]>()
  let stamp = { wave, version: 0, snapshotHash: '' }
  for (const maxTokens of new Set(seats.map((seat) => seat.maxTokens))) {
    const some = seats.filter((seat) => seat.maxTokens === maxTokens)
    const { sequences, version, snapshotHash } = await sampler(
      some.map((seat) => seat.prompt),
      maxTokens,
    )
    stamp = { wave, version, snapshotHash }
    some.forEach((seat, index) => {
      const turns = written.get(seat.host) ?? []
      turns.push({ agent: seat.agent, sequence: at(sequences, index) })
      written.set(seat.host, turns)
    })
  }
  for (const [host, turns] of written) host.write(turns, stamp)
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
