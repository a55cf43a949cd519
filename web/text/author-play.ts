// Words of a play: who plays, how a turn was taken, how it ended.

import type { PlayStop, Verdict } from '../../src/environments/play.ts'
import type { AuthoredTurn } from '../../src/sandbox/authored-play.ts'
import type { SeatPlayer } from '../state/author-play.ts'
import { significant } from './numbers.ts'

export const PLAY_EMPTY = 'Play it yourself, or let it play: you see what an agent reads, which actions and tokens are legal, and what every turn earns.'

export const PLAYER_WORDS: Readonly<Record<SeatPlayer, string>> = { person: 'You', random: 'At random', script: 'What a master would do' }

export const PLAY_STOPS: Readonly<Record<PlayStop, string>> = {
  completed: 'The play is over.',
  truncated_turns: 'The play was cut off at its limit of turns.',
  parse_error: 'It ended with a text that could not be read.',
  illegal_action: 'It ended with an illegal action.',
  environment_error: 'The environment failed.',
}

export function verdictWords(verdict: Verdict | undefined): string {
  switch (verdict?.kind) {
    case undefined:
      return ''
    case 'accepted':
      return 'played'
    case 'illegal_action':
      return 'illegal'
    case 'parse_error':
      return `could not be read: ${verdict.reason}`
  }
}

export const SOURCE_CHANGED = 'The source has changed since this play began; it goes on with the source that it began with.'

export function turnsWords(turns: readonly AuthoredTurn[]): string {
  return turns.length === 0 ? 'at its start' : `after ${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}`
}

export const MASK_LEAD =
  'Every token of the base’s vocabulary. What the legal actions allow next has a dot and can be pressed to write it; what they forbid is struck through.'

export const maskCountWords = (allowed: number, all: number): string => `${allowed} of ${all} tokens are legal now`

export const MASK_ANY = 'Any text may be tried here, so no token is forbidden: the rules judge what was written.'

export function strangeWords(strange: readonly string[]): string {
  const shown = strange.slice(0, 12).map((character) => JSON.stringify(character).slice(1, -1))
  return `The base has no token for ${shown.join(' ')}: it reads and writes something else instead. Use other characters.`
}

export function wroteWords(version: number, probabilities: Readonly<Record<string, number>>): string {
  const all = Object.entries(probabilities)
  const sure = all.map(([agent, probability]) => (all.length === 1 ? significant(probability) : `${agent} ${significant(probability)}`)).join(', ')
  return `${version === 0 ? 'The base' : `Version ${version}`} wrote with probability ${sure}`
}
