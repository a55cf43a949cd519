// An authored environment that is not here: the same definition, answered from a table of what was told. The runner asks as it always
// does and never waits; what it will ask next is fetched before, in one batch for all plays, and what nobody foresaw is
// fetched by asking again. Knows no worker: `answer` brings what the sandbox says.

import { at } from '../base/assert.ts'
import { isRecord, type Json } from '../base/json.ts'
import type { Key, Rng } from '../base/random.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import { type Foresight, type ForesightWishes, type PlayAhead, type PlayBegin, Unforeseen } from '../environments/foresight.ts'
import type { Registration } from './authored-environment.ts'
import { beginningWith, definitionFrom, keyFrom } from './definition-from.ts'
import type { HookCall, ToldAnswers, ToldItem, ToldRequest, ToldVisit, ToldWishes } from './told.ts'
import { createToldTable, readTold, type ToldTable } from './told-table.ts'

export interface ToldEnvironment {
  readonly definition: EnvironmentDefinition
  /** Rejects with what the sandbox says is wrong. */
  readonly foresight: Foresight
}

class NotTold extends Unforeseen {
  readonly asked: HookCall

  constructor(asked: HookCall) {
    super(asked.hook)
    this.asked = asked
  }
}

/** Questions of one piece of work, one after the other. */
const MOST_ROUNDS = 20_000
/** Plays in one visit: what they answer is read here while the next visit is worked out there. */
const MOST_IN_A_VISIT = 32

/** What a batch asks, before it is cut into visits. */
interface Questions {
  readonly states: readonly string[]
  readonly items: readonly ToldItem[]
}

/** Plays that were asked about before they begin. */
interface Prepared {
  /** The questions as text: only the very same ones are answered by it. */
  readonly asked: string
  /** What was told, once the table has all of it. */
  told: Promise<readonly ToldAnswers[]>
  table: ToldTable
}

export function createToldEnvironment(registration: Registration, answer: (visits: readonly ToldVisit[]) => Promise<readonly string[]>): ToldEnvironment {
  let table = createToldTable()
  let prepared: Prepared | null = null
  let anew = true
  /** Until what nobody had asked yet has failed. */
  let guesses = true
  const accounts = registration.hooks.includes('accountRewards')
  /** Whether steps have drawn numbers: until then one key stands for all plays that go on alike. */
  let draws = false

  /** The answers visit by visit, in order, each as soon as it is there. */
  const send = (questions: Questions, wishes: ForesightWishes & Pick<ToldWishes, 'likely'>, fresh: boolean, from = table.next()): Promise<ToldAnswers>[] => {
    if (questions.items.length === 0) {
      // There is nobody to say it to now: whoever is asked next forgets what was told.
      anew ||= fresh
      return []
    }
    const visits = visitsOf(questions, { ...wishes, anew, fresh }, from)
    anew = false
    return visits.map(async (visit) => {
      const [text = ''] = await answer([visit])
      return readTold(text)
    })
  }
  /** What was asked is taken in the order in which it was asked: later answers name values that earlier ones told. */
  let arrivals: Promise<void> = Promise.resolve()
  const fetch = (questions: Questions, wishes: ForesightWishes): Promise<void> => {
    const asked = settledInOrder(send(questions, wishes, false))
    // What was told of plays that have not begun is not told again.
    const coming = prepared
    const take = (told: ToldAnswers): void => {
      table.take(told)
      coming?.table.take(told)
    }
    const taken = arrivals.then(async () => {
      for (const told of coming === null ? [] : await coming.told) take(told)
      for await (const told of asked) take(told)
    })
    arrivals = taken.catch(() => undefined)
    return taken
  }
  /** Plays that begin are asked about in a table of their own; those under way keep theirs. */
  const prepare = (questions: Questions, wishes: ForesightWishes, idle: boolean): Prepared => {
    const asked = JSON.stringify([questions, wishes])
    if (prepared?.asked === asked) return prepared
    // Nobody waits: there is time for what will probably be asked next. What fails in it is nobody's question.
    const likely = idle && guesses && registration.spec.maxTurns === 1
    const own: Prepared = { asked, table: table.successor(), told: Promise.resolve([]) }
    const answered = takenBy(own.table, send(questions, likely ? { ...wishes, likely } : wishes, true))
    own.told = answered.catch((thrown: unknown) => {
      if (!likely) throw thrown
      guesses = false
      anew = true
      const again = own.table.successor()
      if (table === own.table) table = again
      own.table = again
      return takenBy(again, send(questions, wishes, true, again.next()))
    })
    // Whoever begins these plays hears what went wrong; perhaps nobody does.
    own.told.catch(() => undefined)
    prepared = own
    return own
  }
  return {
    definition: definitionFrom(registration, (hook, args, key) => {
      const known = table.find(hook, args, key)
      if (known === undefined) throw new NotTold({ hook, args, ...(key === undefined ? {} : { key: key() }) })
      return known
    }),
    foresight: {
      prepare(plays, wishes) {
        if (plays.length > 0) prepare(beginnings(plays.map(withKey)), wishes, true)
      },
      async begin(plays, wishes) {
        const keyed = plays.map(withKey)
        const begun = prepare(beginnings(keyed), wishes, false)
        prepared = null
        table = begun.table
        await begun.told
        return keyed.map(({ play, key }) => beginningWith(key, play.start))
      },
      async turns(plays, wishes) {
        const turns = turnsOf(plays, (play) => endsAsTold(play, table, accounts))
        if (turns.items.length === 0) return
        draws ||= table.drew()
        if (!draws) {
          await fetch(withKeys(turns, 1), wishes)
          draws = table.drew()
          if (!draws) return
        }
        await fetch(withKeys(turns), wishes)
      },
      async settle(work) {
        for (let round = 0; round < MOST_ROUNDS; round++) {
          try {
            return work()
          } catch (thrown) {
            if (!(thrown instanceof NotTold)) throw thrown
            await fetch({ states: [], items: [{ call: thrown.asked }] }, { masks: false, masters: false, everybody: false })
          }
        }
        throw new Error('Assertion failed: a piece of work that asks something else every time')
      },
    },
  }
}

const withKey = (play: PlayBegin): { readonly play: PlayBegin; readonly key: Key } => ({ play, key: keyFrom(play.start) })

const hiddenKey = (hidden: Rng | undefined): { readonly hidden?: Key } => (hidden === undefined ? {} : { hidden: keyFrom(hidden) })

/** Siblings begin alike, and are asked about once. */
function beginnings(plays: readonly { readonly play: PlayBegin; readonly key: Key }[]): Questions {
  const items = new Map<string, ToldItem>()
  const configs = new Map<Json, number>()
  for (const { play, key } of plays) {
    const { config, split, hidden } = play
    const drawn = hiddenKey(hidden)
    const settings = configs.get(config) ?? configs.size
    configs.set(config, settings)
    const name = `${settings} ${split} ${key} ${drawn.hidden}`
    if (!items.has(name)) items.set(name, { start: { config, split, key }, ...drawn })
  }
  return { states: [], items: [...items.values()] }
}

type AskedPlay = PlayAhead & { readonly hidden?: Rng }

interface Turns {
  readonly states: readonly string[]
  readonly items: readonly { readonly item: ToldItem; readonly turn: Omit<NonNullable<ToldItem['turn']>, 'keys'>; readonly plays: readonly AskedPlay[] }[]
}

/** Plays that stand in one state and go on by the same texts are asked about together: only where the step draws are they told apart. */
function turnsOf(plays: readonly AskedPlay[], known: (play: AskedPlay) => boolean): Turns {
  const states = new Map<string, number>()
  const places = new Map<Json, number>()
  const items = new Map<string, { readonly item: ToldItem; readonly turn: Omit<NonNullable<ToldItem['turn']>, 'keys'>; readonly plays: AskedPlay[] } | null>()
  for (const play of plays) {
    const { state, accepted, texts, hidden } = play
    let place = places.get(state)
    if (place === undefined) {
      const text = JSON.stringify(state)
      place = states.get(text) ?? states.size
      states.set(text, place)
      places.set(state, place)
    }
    const drawn = hiddenKey(hidden)
    const waits = Object.keys(accepted).length > 0
    const name = `${place} ${JSON.stringify(texts)} ${waits ? JSON.stringify(accepted) : ''} ${drawn.hidden}`
    const alike = items.get(name)
    if (alike === undefined) items.set(name, known(play) ? null : { item: drawn, turn: { state: place, texts, ...(waits ? { accepted } : {}) }, plays: [play] })
    else alike?.plays.push(play)
  }
  return { states: [...states.keys()], items: [...items.values()].filter((item) => item !== null) }
}

/** The questions, with the keys of all plays, or of so many that go on alike: a step that draws nothing answers every key alike. */
const withKeys = ({ states, items }: Turns, most = Number.POSITIVE_INFINITY): Questions => ({
  states,
  items: items.map(({ item, turn, plays }) => ({ ...item, turn: { ...turn, keys: plays.slice(0, most).map(({ chance }) => keyFrom(chance())) } })),
})

/** Whether all that this turn will ask was told before: a step that draws nothing, after which nobody acts. */
function endsAsTold({ state, accepted, texts }: PlayAhead, table: ToldTable, accounts: boolean): boolean {
  const actions: Record<AgentId, Json> = { ...accepted }
  for (const [agent, text] of Object.entries(texts)) {
    const observation = table.find('observe', [state, agent])
    const parsed = observation === undefined ? null : (table.find('parse', [text, observation]) ?? null)
    if (!isRecord(parsed) || parsed['ok'] !== true) return false
    actions[agent] = parsed['value'] ?? null
  }
  const stepped = table.find('step', [state, actions]) ?? null
  if (!isRecord(stepped)) return false
  const next = stepped['state'] ?? null
  const live = table.find('agents', [next])
  return Array.isArray(live) && live.length === 0 && (!accounts || table.find('accountRewards', [state, next]) !== undefined)
}

/** Every answer is waited for, whatever becomes of those before it: none is left to fail unheard. */
async function* settledInOrder<T>(answers: readonly Promise<T>[]): AsyncGenerator<T> {
  for (const answer of answers) answer.catch(() => undefined)
  for (const answer of answers) yield await answer
}

/** All answers, each taken as soon as it is there and those before it are: reading them is then over when they are needed. */
async function takenBy(table: ToldTable, answers: readonly Promise<ToldAnswers>[]): Promise<readonly ToldAnswers[]> {
  const all: ToldAnswers[] = []
  for await (const told of settledInOrder(answers)) {
    table.take(told)
    all.push(told)
  }
  return all
}

const playsIn = ({ turn }: ToldItem): number => turn?.keys.length ?? 1

/** Visits of at most so many plays each, with their own states alone. `from`: the least number that stands for nothing yet. */
function visitsOf({ states, items }: Questions, wishes: ToldWishes, from: number): readonly ToldVisit[] {
  const visits: ToldVisit[] = []
  let some: ToldItem[] = []
  let own = new Map<number, number>()
  let size = 0
  const close = (): void => {
    const later = visits.length > 0
    const request: ToldRequest = {
      states: [...own.keys()].map((place) => at(states, place)),
      items: some,
      wishes: later ? { ...wishes, anew: false, fresh: false } : wishes,
      from,
    }
    visits.push({ request: JSON.stringify(request), size })
    some = []
    own = new Map()
    size = 0
  }
  for (const item of items) {
    // More than one visit holds are cut apart: they are asked about again, and found.
    for (const part of partsOf(item)) {
      if (size + playsIn(part) > MOST_IN_A_VISIT) close()
      size += playsIn(part)
      if (part.turn === undefined) {
        some.push(part)
        continue
      }
      const { state } = part.turn
      const place = own.get(state) ?? own.size
      own.set(state, place)
      some.push({ ...part, turn: { ...part.turn, state: place } })
    }
  }
  if (some.length > 0) close()
  return visits
}

function partsOf(item: ToldItem): readonly ToldItem[] {
  const { turn } = item
  if (turn === undefined || turn.keys.length <= MOST_IN_A_VISIT) return [item]
  return Array.from({ length: Math.ceil(turn.keys.length / MOST_IN_A_VISIT) }, (_, part) => ({
    ...item,
    turn: { ...turn, keys: turn.keys.slice(part * MOST_IN_A_VISIT, (part + 1) * MOST_IN_A_VISIT) },
  }))
}
