// Plays an authored environment in a sandbox: by hand, at random, by what a master would do. A play is its source, settings, seed and
// turns; every press asks for the whole of it again, so undoing and going back to a snapshot are the same question with fewer turns.
// A play that has begun stays with the source that it began with, until somebody begins anew or takes its turns over.

import { toErrorData } from '../../src/base/errors.ts'
import type { AuthoredTurn } from '../../src/sandbox/authored-play.ts'
import { checkedOf } from '../state/author-check.ts'
import { type AuthorPlay, automaticOf, NO_PLAY, type PlayConfig, type SeatPlayer, seatsNow, turnOf } from '../state/author-play.ts'
import { workbench } from '../state/workbench.ts'
import { type AuthoredSandbox, openSandbox } from './sandbox.ts'

/** A play that goes on by itself ends here at the latest. */
const LONGEST = 2000

let held: { readonly text: string; readonly sandbox: Promise<AuthoredSandbox> } | null = null
let asked = 0
let snapshots = 0

const play = (): AuthorPlay => workbench.getState().authorPlay
const set = (change: Partial<AuthorPlay>): void => workbench.setState({ authorPlay: { ...play(), ...change } })

async function sandboxOf(text: string): Promise<AuthoredSandbox> {
  if (held !== null && held.text === text) {
    const known = held
    const sandbox = await known.sandbox
    if (sandbox.dead === null) return sandbox
    if (held === known) held = null
  }
  if (held === null || held.text !== text) {
    closeSandbox()
    held = { text, sandbox: openSandbox(text) }
  }
  return held.sandbox
}

function closeSandbox(): void {
  held?.sandbox.then(
    (sandbox) => sandbox.dispose(),
    () => {},
  )
  held = null
}

export function leavePlay(): void {
  asked++
  closeSandbox()
  workbench.setState({ authorPlay: { ...NO_PLAY, players: play().players, seed: play().seed, policy: play().policy }, authorMask: { kind: 'idle' } })
}

interface Question {
  readonly text: string
  readonly seed: number
  readonly config: PlayConfig
  readonly turns: readonly AuthoredTurn[]
  /** Turns that may be played by those who play by themselves. */
  readonly onward: number
}

async function ask({ text, seed, config, turns, onward }: Question, change: Partial<AuthorPlay> = {}): Promise<void> {
  const mine = ++asked
  set({ wrote: null, ...change, waiting: true, error: null })
  try {
    const sandbox = await sandboxOf(text)
    if (asked !== mine) return
    const more = onward === 0 ? {} : { onward: { players: automaticOf(play()), turns: onward } }
    const answer = await sandbox.play({ seed, config, turns, ...more })
    if (asked === mine) set({ text, seed, config, turns: answer.turns, answer, at: null, written: {}, waiting: false })
  } catch (thrown) {
    if (asked !== mine) return
    if (held?.text === text) closeSandbox()
    set({ error: toErrorData(thrown), waiting: false })
  }
}

/** From the start, on the text as it stands in the editor. */
export const beginPlay = (change: Partial<Pick<AuthorPlay, 'seed' | 'config'>> = {}): Promise<void> => {
  const { seed, config } = { ...play(), ...change }
  return ask({ text: workbench.getState().author.text, seed, config, turns: [], onward: LONGEST * onlySome() }, { finding: null, ...change })
}

/** The same turns on the text as it stands in the editor. */
export const takeTurnsOver = (): Promise<void> => {
  const { seed, config, turns } = play()
  return ask({ text: workbench.getState().author.text, seed, config, turns, onward: 0 })
}

/** Some play by themselves, and a person plays too: then those go on until the person is awaited. */
function onlySome(): 0 | 1 {
  const { authorCheck, author } = workbench.getState()
  const checked = checkedOf(authorCheck)
  const agents = (checked?.text === author.text ? checked.registration.spec.possibleAgents : play().answer?.frames[0]?.live) ?? []
  const automatic = automaticOf(play())
  return agents.some((agent) => Object.hasOwn(automatic, agent)) && agents.some((agent) => !Object.hasOwn(automatic, agent)) ? 1 : 0
}

function goOn(turns: readonly AuthoredTurn[], onward: number, change: Partial<AuthorPlay> = {}): Promise<void> {
  const { text, seed, config } = play()
  return text === null ? beginPlay() : ask({ text, seed, config, turns, onward }, change)
}

/** What people write for the seats that are theirs; the others write by themselves. */
export async function writeTurn(written: Readonly<Record<string, string>>): Promise<void> {
  const now = play()
  if (now.waiting) return
  const turn = turnOf(now, seatsNow(now), written)
  if (turn !== null) await goOn([...now.turns, turn], LONGEST * onlySome())
}

/** A turn that somebody else wrote. */
export const playTurn = (turn: AuthoredTurn, change: Partial<AuthorPlay>): Promise<void> => goOn([...play().turns, turn], 0, change)

/** Every seat once, at random or as a master would: whoever it belongs to. */
export async function playOnce(by: 'random' | 'script'): Promise<void> {
  const now = play()
  const seats = seatsNow(now)
  if (now.waiting || seats.length === 0) return
  const texts = Object.fromEntries(
    seats.flatMap(({ agent, random, master }) => [[agent, by === 'script' ? (master ?? random) : random]]).filter(([, text]) => text !== null),
  )
  if (Object.keys(texts).length === seats.length) await goOn([...now.turns, { texts }], 0)
}

/** To the end, everybody at random or as a master would. */
export async function playToEnd(by: 'random' | 'script'): Promise<void> {
  const { answer, text, seed, config, turns, waiting } = play()
  const live = answer?.frames.at(-1)?.live ?? []
  if (text === null || waiting) return
  const mine = ++asked
  set({ waiting: true, error: null, wrote: null })
  try {
    const sandbox = await sandboxOf(text)
    const next = await sandbox.play({ seed, config, turns, onward: { players: Object.fromEntries(live.map((agent) => [agent, by])), turns: LONGEST } })
    if (asked === mine) set({ turns: next.turns, answer: next, at: null, written: {}, waiting: false })
  } catch (thrown) {
    if (asked === mine) set({ error: toErrorData(thrown), waiting: false })
  }
}

export const undoTurn = (): Promise<void> => goOn(play().turns.slice(0, -1), 0)

export const lookAtFrame = (at: number | null): void => set({ at })

/** The play goes on from the frame that is looked at; what came after it is left out. */
export const goOnFrom = (place: number): Promise<void> => goOn(play().turns.slice(0, place), 0)

export const editWritten = (agent: string, text: string): void => set({ written: { ...play().written, [agent]: text } })

export function seatPlayer(agent: string, player: SeatPlayer): void {
  set({ players: { ...play().players, [agent]: player } })
}

export function keepSnapshot(): void {
  const { seed, config, turns, snapshots: kept } = play()
  set({ snapshots: [...kept, { id: ++snapshots, seed, config, turns }] })
}

export async function backToSnapshot(id: number): Promise<void> {
  const snapshot = play().snapshots.find((one) => one.id === id)
  const { text } = play()
  if (snapshot === undefined || text === null) return
  await ask({ text, seed: snapshot.seed, config: snapshot.config, turns: snapshot.turns, onward: 0 }, { finding: null })
}

export const forgetSnapshot = (id: number): void => set({ snapshots: play().snapshots.filter((one) => one.id !== id) })

/** What the contract suite found, on the text that it looked at. */
export async function replayFinding(name: string, text: string, seed: number, turns: readonly AuthoredTurn[]): Promise<void> {
  workbench.setState({ author: { ...workbench.getState().author, panel: 'play' } })
  await ask({ text, seed, config: {}, turns, onward: 0 }, { finding: name, answer: null })
}
