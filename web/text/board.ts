// Words of boards: what lies on a cell, what was done in a turn, where a game stands.

import type { GridScene } from '../../src/environments/scene.ts'
import type { TurnRecord } from '../../src/record/step-turns.ts'
import type { BoardEpisode, LiveBoard } from '../state/board.ts'
import { fixed, signed } from './numbers.ts'

/** A probability as per cent, no more exact than it is read. */
export const percent = (probability: number): string =>
  probability >= 0.0995 ? `${Math.round(100 * probability)}` : probability >= 0.0005 ? fixed(100 * probability, 1) : '0'

export function cellWords({ columns, rowNames, columnNames, pieces, last, line }: GridScene, cell: number, playable: boolean, belief?: number): string {
  const there = pieces.filter((piece) => piece.cell === cell).map(({ name }) => name)
  const notes = [
    there.length === 0 ? (playable ? 'free, may be played' : 'free') : there.join(', '),
    ...(last.includes(cell) ? ['just played'] : []),
    ...(line.includes(cell) ? ['in the line that won'] : []),
    ...(belief === undefined ? [] : [`the policy plays here with ${percent(belief)} %`]),
  ]
  return `row ${rowNames[Math.floor(cell / columns)]}, column ${columnNames[cell % columns]}: ${notes.join(', ')}`
}

/** A turn in a few words: `X c4`, `O D3, illegal`. */
export function moveWords({ agent, verdict, action }: TurnRecord): string {
  switch (verdict) {
    case 'accepted':
      return `${agent} ${bare(action)}`
    case 'illegal_action':
      return `${agent} ${bare(action)}, illegal`
    case 'parse_error':
      return `${agent} could not be read: ${action}`
    case 'cut':
      return `${agent} was cut off by its budget`
  }
}

export const movesWords = (turns: readonly TurnRecord[]): string => (turns.length === 0 ? 'Start' : turns.map(moveWords).join('; '))

export const departsWords = (departs: string): string => `The replay ends here, as it departs from the record: ${departs}.`

/** An episode in a list: its number and what every agent earned in it. */
export function episodeWords({ episode, rewards }: BoardEpisode): string {
  const earned = Object.entries(rewards).map(([agent, reward]) => `${agent} ${signed(reward, 2)}`)
  return `Episode ${episode}${earned.length === 0 ? '' : `: ${earned.join(', ')}`}`
}

export const FOLLOW_GAMES = 'Follow live games'

export const NOTHING_TO_FOLLOW = 'The run is over: no game is being played'

export const GAME_OF_STEP = 'Game of every step that is followed'

/** Which game is followed; a game is shown more slowly than it is played, so the run may be further. */
export const liveWords = ({ step, episode, newest }: LiveBoard): string =>
  `Live: episode ${episode} of step ${step}${newest > step ? `, turn by turn; step ${newest} is being played by now` : ', as it is played'}.`

/** A game that is not followed any more, as far as it was. */
export const heldWords = ({ step, episode }: LiveBoard): string =>
  `Episode ${episode} of step ${step}, as far as it was followed. Recorded games come when the first step is done.`

/** A move is a JSON text in the record; people read it without quotes. */
const bare = (action: string): string => (action.startsWith('"') && action.endsWith('"') ? action.slice(1, -1) : action)
