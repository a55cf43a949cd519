// Words of an episode that a person plays.

import type { HandTurn } from '../state/hand-play.ts'

export const HAND_EMPTY =
  'Play a task yourself, turn by turn, through the state machine that policies train in. You see what a policy would read, what it may write, which token comes from which state, and what every turn earns. No engine is needed.'

export const HAND_MASK = 'What you write carries loss mask 0, as nobody sampled it; a policy’s tokens in the same place carry 1.'

export const SIDE_WORDS = ['The first side', 'The second side'] as const
export const EVERY_SIDE = 'Every side'

export const LEGAL_ANY = 'Any text may be tried here; the rules judge it.'

export const roomWords = (room: number): string => `Room for ${room} tokens in this turn, the one that ends it included.`

export function endWords(stopText: string): string {
  return `The text that ends an action, ${stopText === '\n' ? 'a line break' : JSON.stringify(stopText)}, is added for you.`
}

export function turnVerdict({ verdict, reason }: HandTurn): string {
  switch (verdict) {
    case 'accepted':
      return 'played'
    case 'illegal_action':
      return 'an illegal action'
    case 'cut':
      return 'cut off: too long for the budget'
    case 'parse_error':
      return reason === null ? 'could not be read' : `could not be read: ${reason}`
  }
}
