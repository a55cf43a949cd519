// Can what a master does be read off what an agent reads? A simple reader (words and where they stand, what stands beside what, one
// weight each) is shown some demonstrated turns and asked about fresh ones. What it finds, a policy that imitates finds soon; where it
// finds little, so does a small policy within a minute. An estimate before any training; knows no policy and no base.

import { at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { createPlay } from '../play.ts'
import { randomAction } from './random-play.ts'
import { createReader, type ReadTurn } from './simple-reader.ts'

export interface Readability {
  /** Demonstrated turns that the reader was shown, and fresh ones that it was asked about. */
  readonly shown: number
  readonly asked: number
  /** The share of those in which it chose what the master did. */
  readonly right: number
  /** The same for one that reads nothing, and knows only how often what is done. */
  readonly blind: number
  /** Reading gains so little that a small policy will hardly learn it within a minute. */
  readonly little: boolean
}

const SHOWN = 320
const ASKED = 160
const MOST_PLAYS = 480
/** What cannot be listed is told apart by so many answers at most; beyond, by their first characters. */
const MOST_ANSWERS = 64

export interface ReadabilityOptions {
  readonly seed?: number
  /** A clock in milliseconds: where a master thinks long, what it showed until then must do. */
  readonly now?: () => number
}

/** For plays, in milliseconds. */
const PATIENCE = 8000

/** Null where nobody demonstrates, too little was shown to judge by, or what is to be seen stands in pictures. Throws what the environment throws. */
export function estimateReadability(definition: EnvironmentDefinition, config: Json, { seed = 1, now = () => 0 }: ReadabilityOptions = {}): Readability | null {
  if (definition.demonstrate === undefined || definition.pictures !== undefined) return null
  const start = now()
  const turns = demonstratedTurns(definition, config, seed, () => now() - start < PATIENCE)
  const asked = turns.slice(SHOWN, SHOWN + ASKED)
  if (asked.length < ASKED / 2) return null
  const shown = turns.slice(0, SHOWN)
  const share = (reader: ReturnType<typeof createReader>): number => asked.filter((turn) => reader.choose(turn) === turn.chosen).length / asked.length
  const [reading, blind] = [createReader(true), createReader(false)]
  for (const reader of [reading, blind]) reader.learn(shown, createRng([seed >>> 0, 0x72656164]))
  const found = { right: share(reading), blind: share(blind) }
  return { shown: shown.length, asked: asked.length, ...found, little: isLittleRead(found) }
}

/** The turns of plays in which everybody does what a master would; in the order of the plays. */
function demonstratedTurns(definition: EnvironmentDefinition, config: Json, seed: number, goesOn: () => boolean): readonly ReadTurn[] {
  const turns: (Omit<ReadTurn, 'choices'> & { readonly choices: readonly string[] | null })[] = []
  for (let number = 0; number < MOST_PLAYS && turns.length < SHOWN + ASKED && goesOn(); number++) {
    const rng = createRng([seed >>> 0, 0x6d617374], number)
    const play = createPlay(definition, { config, split: 'train', start: rng.split(0), chance: rng.split(1) })
    const read = new Map<string, string>()
    for (let turn = 2; play.waiting().length > 0; turn++) {
      const texts: Record<string, string> = {}
      for (const [place, agent] of play.waiting().entries()) {
        const state = play.state()
        const told = (read.get(agent) ?? '') + play.prompt(agent)
        const mastered = definition.demonstrate?.(state, agent)
        const action = mastered ?? randomAction(definition, state, agent, rng.split(turn).split(place))
        const text = action === undefined ? definition.stopText : definition.format(action)
        texts[agent] = text
        read.set(agent, told + text)
        if (mastered === undefined) continue
        const legal = definition.legalActions(state, agent)
        const choices = legal.kind === 'list' ? legal.actions.map((one) => definition.format(one)) : null
        // What leaves no choice teaches nothing.
        if (choices === null || choices.length > 1) turns.push({ told, chosen: text, choices })
      }
      play.submit(texts)
    }
  }
  const answers = [...new Set(turns.filter(({ choices }) => choices === null).map(({ chosen }) => chosen))]
  const cut = answers.length > MOST_ANSWERS ? (text: string) => at(text, 0) : (text: string) => text
  const tried = [...new Set(answers.map(cut))]
  return turns.map(({ told, chosen, choices }) => (choices === null ? { told, chosen: cut(chosen), choices: tried } : { told, chosen, choices }))
}

/** Of what there was to gain by reading, the share below which a small policy has hardly learned anything within a minute. */
const LITTLE_READ = 0.2
/** Where a master nearly always does the same, there is nothing to be read. */
const ALWAYS = 0.9

const isLittleRead = ({ right, blind }: Pick<Readability, 'right' | 'blind'>): boolean => blind < ALWAYS && (right - blind) / (1 - blind) < LITTLE_READ

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** What the estimate means, as a sentence. */
export function judgeReadability(readability: Readability): string {
  const { right, blind, shown, little } = readability
  const found = `After ${shown} turns of demonstrate() a simple reader of the prompt finds ${percent(right)} of fresh ones; one that reads nothing, ${percent(blind)}.`
  if (!little) return found
  return `${found} What to do can hardly be read off the prompt, so a small policy will hardly learn it within a minute: write more of the way to the answer into the prompt, or let it be done in smaller steps.`
}
