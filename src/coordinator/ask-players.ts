// Questions to players. Policies with the same sampler share a request, and requests go out together, so that an engine
// can serve them in one pass; scripts and people are asked one by one. Knows no rules and no order of turns.

import { at } from '../base/assert.ts'
import { createRng } from '../base/random.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { SamplePrompt } from '../service/index.ts'
import type { Ask } from './conduct.ts'
import type { Awaited, EpisodeHost } from './episode-host.ts'
import type { Player } from './player.ts'
import type { Sampler } from './sampler.ts'
import type { Written } from './written-turn.ts'

export interface Seat extends Awaited {
  readonly host: EpisodeHost
  readonly player: Player
}

/** A promise of an answer for every seat, in their order. All are asked before this returns. */
export function askPlayers(seats: readonly Seat[], definition: EnvironmentDefinition): readonly Promise<Written>[] {
  const sampled = new Map<Seat, Promise<Written>>()
  for (const { sampler, maxTokens, asked } of requestsOf(seats)) {
    const answer = sampler(
      asked.map(({ prompt }) => prompt),
      maxTokens,
    )
    asked.forEach(({ seat }, index) => {
      sampled.set(
        seat,
        answer.then(({ sequences, version, snapshotHash }) => ({ ...askOf(seat), stamp: { version, snapshotHash }, sequence: at(sequences, index) })),
      )
    })
  }
  return seats.map((seat) => sampled.get(seat) ?? askOne(seat, definition))
}

const askOf = ({ writer, place, granted }: Seat): Ask => ({ writer, place, granted })

/** A script or a person. */
async function askOne(seat: Seat, definition: EnvironmentDefinition): Promise<Written> {
  const { host, index, machine, player } = seat
  const { prompt, ...turn } = host.seatTurn(seat)
  const stamp = { version: 0, snapshotHash: player.kind }
  if (player.kind === 'script') {
    const place = seat.place ?? seat.writer
    const rng = createRng(player.key, host.plan.episode, index, machine.turn().tokens.length)
    const action = await player.act({ ...turn, rng, master: () => host.master(place), scripted: (name) => host.scripted(name, place, rng) })
    return action === undefined ? { ...askOf(seat), silent: true } : { ...askOf(seat), stamp, text: definition.format(action) }
  }
  if (player.kind === 'human') {
    const text = await player.write({ ...turn, prompt })
    return { ...askOf(seat), stamp, text: text.endsWith(definition.stopText) ? text : text + definition.stopText }
  }
  throw new Error('Assertion failed: a policy is asked through its sampler')
}

interface Asked {
  readonly seat: Seat
  readonly prompt: SamplePrompt
}

interface Request {
  readonly sampler: Sampler
  readonly maxTokens: number
  readonly asked: readonly Asked[]
}

/** One request a sampler, except where budgets leave some less room: the service takes one limit a request. */
function requestsOf(seats: readonly Seat[]): readonly Request[] {
  const bySampler = new Map<Sampler, Map<number, Asked[]>>()
  for (const seat of seats) {
    if (seat.player.kind !== 'policy') continue
    const { sampler } = seat.player
    const { tokens, images, maxTokens } = seat.machine.turn()
    const seen = images.length === 0 ? {} : { images }
    const actions = seat.actions === undefined ? {} : { actions: seat.actions }
    const asked: Asked = { seat, prompt: { tokens, ...seen, stream: [seat.host.plan.episode, seat.index], firstIndex: tokens.length, ...actions } }
    const byLimit = bySampler.get(sampler) ?? new Map<number, Asked[]>()
    bySampler.set(sampler, byLimit)
    const some = byLimit.get(maxTokens)
    if (some === undefined) byLimit.set(maxTokens, [asked])
    else some.push(asked)
  }
  return [...bySampler].flatMap(([sampler, byLimit]) => {
    const labelled = labelGroups([...byLimit.values()].flat())
    return [...byLimit].map(([maxTokens, asked]) => ({ sampler, maxTokens, asked: asked.map((one) => labelled.get(one) ?? one) }))
  })
}

/** Sequences that are equal so far share their computation: siblings at their first turn, and whoever else agrees. */
function labelGroups(all: readonly Asked[]): ReadonlyMap<Asked, Asked> {
  const bySequence = new Map<string, Asked[]>()
  for (const asked of all) {
    const key = asked.prompt.tokens.join(' ')
    const equal = bySequence.get(key)
    if (equal === undefined) bySequence.set(key, [asked])
    else equal.push(asked)
  }
  const labelled = new Map<Asked, Asked>()
  for (const equal of bySequence.values()) {
    const { seat } = at(equal, 0)
    const group = `${seat.host.plan.episode}/${seat.index}`
    if (equal.length > 1) for (const asked of equal) labelled.set(asked, { ...asked, prompt: { ...asked.prompt, group } })
  }
  return labelled
}
