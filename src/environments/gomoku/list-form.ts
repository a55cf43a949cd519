// A game as a list of moves, `6x6,4:c4 D3 d4 `: three characters a move, so that a base of sixty thousand parameters
// can speak it and a whole game fits its context.

import { fail, ok } from '../../base/result.ts'
import { type GameForm, SIDES } from './form.ts'
import { listHeader, readMove } from './moves.ts'

export const LIST_FORM: GameForm = {
  name: 'list',
  stopText: ' ',

  prompt({ size, inLine, moves, first }) {
    const news = first ? moves : moves.slice(-1)
    return `${first ? listHeader(size, inLine) : ''}${news.map((move) => `${move} `).join('')}`
  },

  format: (move) => `${move} `,

  parse(text, { size, you }) {
    const move = text.slice(0, -1)
    const read = text.endsWith(' ') ? readMove(size, move) : undefined
    if (read === undefined || SIDES[read.colour] !== you)
      return fail({ reason: `a move is a column in ${you === 'X' ? 'small letters' : 'capitals'}, a row on the board, and a space` })
    return ok(move)
  },
}
