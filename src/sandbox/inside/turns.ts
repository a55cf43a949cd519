// Runs inside the interpreter: everything that a batch of plays will be asked next, worked out in one visit. Hooks are called as the
// runner outside will call them, and every call is noted with what it answered, so that the runner, which may not wait, finds
// the answers there. Knows the order of the runner's questions; decides nothing.

import { canonicalJson, type Json } from '../../base/json.ts'
import { createRng, type Rng } from '../../base/random.ts'
import { HOOKS } from './hooks.ts'
import { decodeFrozen, decodePlain, encodePlain, forgetFlat, type Noted } from './plain-data.ts'

type Hooks = { readonly [name: string]: unknown }
/** Values by their place in the table of a batch. */
type Place = number
type Key = readonly [number, number]

interface Turn {
  /** The place of a text in the request's states. */
  readonly state: number
  readonly accepted?: { readonly [agent: string]: Json }
  readonly texts: { readonly [agent: string]: string }
  /** One for every play that goes on alike. */
  readonly keys: readonly Key[]
}

interface Item {
  readonly call?: { readonly hook: string; readonly args: readonly Json[]; readonly key?: Key }
  readonly start?: { readonly config: Json; readonly split: Json; readonly key: Key }
  readonly turn?: Turn
  /** Decides the hidden part that an auditor draws anew in the state that comes. */
  readonly hidden?: Key
}

interface Wishes {
  readonly masks: boolean
  readonly masters: boolean
  /** Also what live agents see that are not to move. */
  readonly everybody: boolean
  /** Whoever listens has just begun, and knows nothing that was told before. */
  readonly anew: boolean
  /** Other plays begin: what was told of those before is forgotten on both sides. */
  readonly fresh: boolean
  /** Also the turn that whoever plays like a master would make at once. */
  readonly likely?: boolean
}

interface Request {
  /** As JSON text: most states are known here, and are then not read again. */
  readonly states: readonly string[]
  readonly items: readonly Item[]
  readonly wishes: Wishes
  /** The least number that stands for no value yet where it is listened. */
  readonly from: number
}

const { apply } = Reflect
const { freeze } = Object
const stringify = JSON.stringify
const placeOf: { readonly [hook: string]: number } = Object.fromEntries(HOOKS.map((hook, index) => [hook, index]))
/** What complaints call them. */
const pathOf: { readonly [hook: string]: string } = Object.fromEntries(HOOKS.map((hook) => [hook, `${hook}()`]))
/** Actions whose writing was told before, as text: whoever listens keeps it. */
const toldActions = new Set<string>()
const MOST_TOLD = 20_000
/** Of a step that is foreseen: where it draws, it is asked again by the key of the play. */
const NO_KEY: Key = [0, 0]
/** How what parse answers begins when the text was an action, as `ok` writes it. */
const READ = '{"ok":true,'
let asking = ''

export const askedHook = (): string => asking

/** Every value that was met, as text; equal values have one place. */
let texts: string[] = []
/** The values as hooks are given them, frozen, and as this code reads them; each is read when it is first needed. */
let values: unknown[] = []
let seen: unknown[] = []
/** Whether whoever listens knows the value of this number. */
let told: boolean[] = []
/** The places of what is in an answer: the state in a step's, the action in what was read. */
let nexts: Place[] = []
let readings: Place[] = []
let places = new Map<string, Place>()
/** By hook and arguments, of calls that drew no number. */
let answers: Record<string, Map<number, Place>> = {}
/** By hook, arguments and key, of those that did. */
let drawnAnswers: Map<string, Place> | null = null
let characters = 0
/** What stood at these places before they were forgotten keeps its number: numbers are never used twice. */
let forgotten = 0
/** Beyond so much text all is let go: what is asked again is then answered again. */
const MOST_CHARACTERS = 2_000_000

function forget(): void {
  forgotten += texts.length
  texts = []
  values = []
  seen = []
  told = []
  nexts = []
  readings = []
  places = new Map()
  answers = {}
  drawnAnswers = null
  characters = 0
  forgetFlat()
}

function place(text: string): Place {
  const known = places.get(text)
  if (known !== undefined) return known
  const next = texts.length
  places.set(text, next)
  texts[next] = text
  characters += text.length
  return next
}

function valueAt(at: Place): unknown {
  if (values[at] === undefined) values[at] = decodeFrozen(texts[at] ?? 'null', true)
  return values[at]
}

/** For eyes that change nothing: freezing costs more than reading. */
function seenAt(at: Place): unknown {
  if (seen[at] === undefined) seen[at] = values[at] ?? decodePlain(texts[at] ?? 'null')
  return seen[at]
}

function given(value: Json): Place {
  const at = place(stringify(value))
  // A text is its own value.
  if (typeof value === 'string') values[at] = value
  return at
}

const nameOf = (hook: string, first: Place, second: Place, [key0, key1]: Key): string => `${hook} ${first} ${second} ${key0} ${key1}`

/** The key of the call under way, and its generator once it is first used. */
let key: Key | null = null
let made: Rng | null = null

function drawing(): Rng {
  if (key === null) throw new Error('a generator is drawn from while the call that it was given to is under way, and not afterwards')
  made ??= createRng(key)
  return made
}

/** What hooks draw from. There is one: whoever kept it from an earlier call draws the numbers of the present one. */
const rng: Rng = Object.freeze({
  uint32: () => drawing().uint32(),
  float: () => drawing().float(),
  integer: (bound: number) => drawing().integer(bound),
  normal: () => drawing().normal(),
  split: (label: number) => drawing().split(label),
})

/** The calls that were not known before and the values in them, as JSON text. `most` bounds every single value. */
export function answerBatch(definition: Hooks, request: string, most: number): string {
  const { states, items, wishes, from } = decodePlain(request) as Request
  if (wishes.anew) toldActions.clear()
  if (wishes.anew || wishes.fresh || characters > MOST_CHARACTERS) forget()
  if (forgotten + texts.length < from) {
    // Those who listen have heard another interpreter before this one.
    forget()
    forgotten = from
  }
  // Many small texts, put together once: each is copied only then.
  const numbers: number[] = []
  const toldTexts: string[] = []
  const calls: number[] = []

  /** The number of a value, which is told where it is not known yet. */
  const tell = (at: Place): number => {
    const number = forgotten + at
    if (told[at] === true) return number
    told[at] = true
    numbers[numbers.length] = number
    toldTexts[toldTexts.length] = texts[at] ?? 'null'
    return number
  }
  const has = (hook: string): boolean => typeof definition[hook] === 'function'
  // Lists are walked and grown by hand: their methods are bounded for authored code, and slow.
  const ask = (hook: string, first: Place, second: Place = -1, own: Key | null = null): Place => {
    let known = answers[hook]
    if (known === undefined) {
      known = new Map()
      answers[hook] = known
    }
    // Whoever drew no number answers every key alike.
    const plain = first * 16_777_216 + second
    const before = known.get(plain)
    if (before !== undefined) return before
    if (own !== null && drawnAnswers !== null) {
      const drawn = drawnAnswers.get(nameOf(hook, first, second, own))
      if (drawn !== undefined) return drawn
    }
    const method = definition[hook]
    if (typeof method !== 'function') throw new TypeError(`the definition has no function ${hook}`)
    asking = hook
    const args: unknown[] = second < 0 ? [valueAt(first)] : [valueAt(first), valueAt(second)]
    if (own !== null) args[args.length] = rng
    key = own
    made = null
    const noted: Noted | null = hook === 'step' ? { name: 'state', text: null } : hook === 'parse' ? { name: 'value', text: null } : null
    const answer = place(encodePlain(apply(method, definition, args), pathOf[hook] ?? hook, most, noted))
    if (noted !== null && noted.text !== null) (hook === 'step' ? nexts : readings)[answer] = place(noted.text)
    key = null
    const drawn = made === null ? null : own
    if (drawn === null) known.set(plain, answer)
    else {
      drawnAnswers ??= new Map()
      drawnAnswers.set(nameOf(hook, first, second, drawn), answer)
    }
    let end = calls.length
    calls[end++] = placeOf[hook] ?? -1
    calls[end++] = tell(first)
    calls[end++] = second < 0 ? -1 : tell(second)
    calls[end++] = drawn === null ? -1 : drawn[0]
    calls[end++] = drawn === null ? -1 : drawn[1]
    calls[end++] = tell(answer)
    calls[end] = hook === 'step' ? nextOf(answer) : -1
    return answer
  }
  /** The number of the state in a step's answer, which whoever listens finds there. */
  const nextOf = (answer: Place): number => {
    const state = nexts[answer]
    if (state === undefined) return -1
    told[state] = true
    return forgotten + state
  }
  /** What an agent may do, and how it is written. */
  const legal = (state: Place, agent: Place, written: boolean): readonly Json[] | null => {
    const answer = seenAt(ask('legalActions', state, agent)) as { readonly kind?: unknown; readonly actions?: unknown } | null
    if (answer === null || typeof answer !== 'object' || answer.kind !== 'list' || !Array.isArray(answer.actions)) return null
    for (let i = 0; written && i < answer.actions.length; i++) {
      const text = stringify(answer.actions[i])
      if (toldActions.has(text)) continue
      if (toldActions.size < MOST_TOLD) toldActions.add(text)
      ask('format', place(text))
    }
    return answer.actions
  }
  const isLegal = (actions: readonly Json[] | null, action: Json): boolean => {
    if (actions === null) return true
    const plain = typeof action !== 'object' || action === null
    const text = plain ? '' : canonicalJson(action)
    for (let i = 0; i < actions.length; i++) {
      const other = actions[i] ?? null
      if (plain ? other === action : typeof other === 'object' && canonicalJson(other) === text) return true
    }
    return false
  }
  const show = (state: Place, agent: Place): void => {
    const observation = ask('observe', state, agent)
    ask('prompt', observation, agent)
    if (has('pictures')) ask('pictures', observation, agent)
  }
  const look = (state: Place, hidden: Key | null): void => {
    const live = seenAt(ask('agents', state))
    const due = seenAt(ask('turn', state))
    if (!Array.isArray(live) || !Array.isArray(due)) return
    for (let i = 0; i < due.length; i++) {
      const agent = given(due[i])
      show(state, agent)
      legal(state, agent, wishes.masks || wishes.masters)
      if (hidden !== null && has('redrawHidden')) show(ask('redrawHidden', state, agent, hidden), agent)
      if (wishes.masters && has('demonstrate')) ask('format', ask('demonstrate', state, agent))
    }
    for (let i = 0; wishes.everybody && i < live.length; i++) {
      show(state, given(live[i]))
      legal(state, given(live[i]), wishes.masks)
    }
  }
  /** Actions of several agents, as hooks are given them. */
  const taken = (actions: { readonly [agent: string]: Place }): Place => {
    const names = Object.keys(actions)
    let text = '{'
    for (let i = 0; i < names.length; i++) {
      const name = names[i] ?? ''
      text += `${i > 0 ? ',' : ''}${stringify(name)}:${texts[actions[name] ?? 0] ?? 'null'}`
    }
    const at = place(`${text}}`)
    if (values[at] === undefined) {
      const record: Record<string, unknown> = {}
      for (let i = 0; i < names.length; i++) record[names[i] ?? ''] = valueAt(actions[names[i] ?? ''] ?? 0)
      values[at] = freeze(record)
    }
    return at
  }
  /** The place of the action that was written, where it is a legal one; else -1. */
  const read = (state: Place, agent: Place, written: string): Place => {
    const parsed = ask('parse', given(written), ask('observe', state, agent))
    const value = readings[parsed] ?? -1
    if (value < 0) return -1
    if (!texts[parsed]?.startsWith(READ) && (seenAt(parsed) as { readonly ok?: unknown }).ok !== true) return -1
    const actions = legal(state, agent, false)
    return actions === null || isLegal(actions, seenAt(value) as Json) ? value : -1
  }
  const turn = (state: Place, { accepted, texts: written, keys }: Omit<Turn, 'state'>, hidden: Key | null): void => {
    const due = seenAt(ask('turn', state))
    const actions: Record<string, Place> = {}
    const before = accepted === undefined ? [] : Object.keys(accepted)
    for (let i = 0; i < before.length; i++) actions[before[i] ?? ''] = given(accepted?.[before[i] ?? ''] ?? null)
    const names = Object.keys(written)
    for (let i = 0; i < names.length; i++) {
      const name = names[i] ?? ''
      const action = read(state, given(name), written[name] ?? '')
      if (action >= 0) actions[name] = action
    }
    let complete = Array.isArray(due)
    for (let i = 0; Array.isArray(due) && i < due.length; i++) complete &&= Object.hasOwn(actions, due[i])
    if (!complete) {
      // Whoever wrote no legal action is asked again, or costs the play its end.
      look(state, hidden)
      return
    }
    ask('agents', state)
    const all = taken(actions)
    let last = -1
    for (let i = 0; i < keys.length; i++) {
      const answer = ask('step', state, all, keys[i] ?? null)
      // Where the step drew no number all plays go on from one state.
      if (answer === last) continue
      last = answer
      const next = nexts[answer] ?? null
      if (next === null) continue
      if (has('accountRewards')) ask('accountRewards', state, next)
      // A play that is over is asked nothing more.
      const live = seenAt(ask('agents', next))
      if (!Array.isArray(live) || live.length > 0) look(next, hidden)
    }
  }

  /** What a master would write, and the step that it makes where that draws no number. */
  const foresee = (state: Place): void => {
    const due = seenAt(ask('turn', state))
    if (!has('demonstrate') || !Array.isArray(due) || due.length !== 1) return
    const text = seenAt(ask('format', ask('demonstrate', state, given(due[0]))))
    if (typeof text === 'string') turn(state, { texts: { [due[0]]: text }, keys: [NO_KEY] }, null)
  }

  const answerItem = ({ call, start, turn: taking, hidden }: Item): void => {
    if (call !== undefined) ask(call.hook, given(call.args[0] ?? null), call.args.length > 1 ? given(call.args[1] ?? null) : -1, call.key ?? null)
    if (start !== undefined) {
      const config = given(start.config)
      if (has('illegalAction')) ask('illegalAction', config)
      const state = ask('init', config, given(start.split), start.key)
      look(state, hidden ?? null)
      if (wishes.likely === true) foresee(state)
    }
    if (taking !== undefined) turn(place(states[taking.state] ?? 'null'), taking, hidden ?? null)
  }
  try {
    for (let i = 0; i < items.length; i++) answerItem(items[i] ?? {})
  } catch (thrown) {
    // Nobody hears what was told until now.
    key = null
    toldActions.clear()
    forget()
    throw thrown
  }
  return `{"numbers":[${numbers.join(',')}],"values":[${toldTexts.join(',')}],"calls":[${calls.join(',')}]}`
}
