// The settings of a game of gomoku: board, line, who answers, where it starts, what it pays. Data alone.
// Knows no rules.

import type { FieldsOf } from '../config.ts'
import type { IllegalActionPolicy } from '../contract.ts'
import { type GameForm, SIDES, type Side } from './form.ts'
import type { OpponentName } from './opponents.ts'

export type GomokuConfig = {
  readonly size: number
  readonly inLine: number
  readonly opponent: 'none' | OpponentName
  readonly randomShare: number
  readonly depth: number
  readonly policy: Side
  readonly opening: number
  readonly rewards: 'unit' | 'paper'
}

/** By how a game ended for an agent. `paper` is OpenTinker's; `unit` is what small policies learn well from. */
export const REWARDS = { unit: { win: 1, draw: 0.3, loss: 0 }, paper: { win: 10, draw: 0, loss: -10 } } as const

/** A small board on which games are short: what the shipped base speaks. */
export const SMALL_BOARD = { size: 6, inLine: 4 } as const
/** The board of the OpenTinker game. */
export const PAPER_BOARD = { size: 9, inLine: 5 } as const

export function gomokuFields(board: { readonly size: number; readonly inLine: number }, rewards: GomokuConfig['rewards']): FieldsOf<GomokuConfig> {
  return {
    size: { kind: 'integer', title: 'Board', help: 'Cells along a side.', default: board.size, min: 5, max: 15 },
    inLine: { kind: 'integer', title: 'In a row', help: 'So many or more in a row win: across, down or diagonally.', default: board.inLine, min: 3, max: 5 },
    opponent: {
      kind: 'choice',
      title: 'Opponent',
      help: 'none: two agents play each other. rules: wins if it can, blocks if it must, else plays beside its own. minimax: searches.',
      default: 'rules',
      choices: ['none', 'random', 'rules', 'minimax'],
    },
    randomShare: {
      kind: 'number',
      title: 'Random share',
      help: 'The share of moves that the scripted opponent draws at random: the greater, the weaker it is.',
      default: 0.3,
      min: 0,
      max: 1,
    },
    depth: { kind: 'integer', title: 'Search depth', help: 'Moves that minimax looks ahead.', default: 3, min: 1, max: 5 },
    policy: { kind: 'choice', title: 'The agent plays', help: 'X begins. Unused when two agents play each other.', default: 'X', choices: SIDES },
    opening: {
      kind: 'integer',
      title: 'Stones at the start',
      help: 'At most so many, on cells drawn at random; 0 is an empty board.',
      default: 0,
      min: 0,
      max: 6,
    },
    rewards: {
      kind: 'choice',
      title: 'Rewards',
      help: 'unit: 1 for a win, 0.3 for a draw, 0 for a loss. paper: 10, 0 and -10.',
      default: rewards,
      choices: ['unit', 'paper'],
    },
  }
}

/** What is paid for a text that is no legal move, and whether play goes on. */
export function illegalMoves({ rewards }: GomokuConfig, form: GameForm['name']): IllegalActionPolicy {
  if (rewards === 'unit') return { kind: 'lose', reward: REWARDS.unit.loss }
  // As in the OpenTinker game, which asks again; a list of moves has no words for asking again, so it is lost there.
  return form === 'board' ? { kind: 'penalty', reward: -1 } : { kind: 'lose', reward: REWARDS.paper.loss }
}
