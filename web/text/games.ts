// Words of the games: what can be played, how a game stands, what a policy believes.

import type { GamesMode } from '../state/address.ts'
import type { GameBelief, GameKey, GameResult, GameUnderWay } from '../state/games.ts'
import type { HandTurn } from '../state/hand-play.ts'
import { percent } from './board.ts'
import { turnVerdict } from './hand.ts'
import { fixed } from './numbers.ts'

export const GAMES_MODE_WORDS: Readonly<Record<GamesMode, string>> = { play: 'Play', wall: 'Wall', league: 'League' }

export const GAME_WORDS: Readonly<Record<GameKey, string>> = {
  'gomoku-6': 'Gomoku, four in a row on 6 × 6',
  'gomoku-9': 'Gomoku, five in a row on 9 × 9',
  'gomoku-words': 'Gomoku in words, 9 × 9',
  tictactoe: 'Tic-tac-toe',
  kuhn: 'Kuhn poker',
  harvest: 'Harvest for three',
}

/** Why an authored environment is not among the games, and where it is played instead. */
export const PLAY_AUTHORED = 'The games here are built in. The environment of the run on view is played in the editor, by hand or by its policy.'
export const LEAGUE_AUTHORED =
  'A league needs scripted players whose strength is known, and an authored environment has none: its policies are measured against its controls instead.'
export const HAND_AUTHORED = 'The tasks here are built in. The environment of the run on view is played by hand in the editor.'

export const GAMES_EMPTY =
  'Play against a policy that you have trained, the base it came from, or a scripted player of known strength, through the state machine that policies train in. Press New game.'

/** Beside a game that was kept, where a run has its charts. */
export const GAME_NOT_MEASURED =
  'This is a game that was played and kept. Nobody trained in it, so there is nothing to draw: its board, its tokens and its timeline stand in the middle.'
export const MASK_HELP = 'The policy chooses among legal moves alone'

/** Of a policy that moves in a game. */
export const moveTemperatureWords = (temperature: number): string =>
  temperature === 0
    ? 'always the most probable move'
    : temperature < 1
      ? 'rarely an improbable move'
      : temperature === 1
        ? 'moves as it learned to'
        : 'often an improbable move'
export const SEED_HELP = 'drawn'
export const WORDS_NEED_CONTEXT =
  'A policy reads this game as drawn boards in words; the shipped bases read 256 tokens, which is too few. Choose a scripted player.'

export function sideWords(agent: string): string {
  if (agent === 'X') return 'X, first'
  if (agent === 'O') return 'O, second'
  return agent
}

/** Who is to move, or how it ended, for the person. */
export function standingWords(now: GameUnderWay, result: GameResult): string {
  const { game, person, against } = now
  if (game.fault !== null) return `The environment failed: ${game.fault}`
  switch (result) {
    case 'won':
      return `You have won, as ${person}, against ${lower(against)}.`
    case 'lost':
      return `You have lost, as ${person}, against ${lower(against)}.`
    case 'drawn':
      return `A draw, you as ${person}, against ${lower(against)}.`
    case 'cut':
      return cutWords(now)
    case null:
      return now.waiting ? `${against} is thinking.` : `Your turn: you play ${person}, against ${lower(against)}.`
  }
}

function cutWords({ game, against }: GameUnderWay): string {
  const stop = game.agents.find(({ stop }) => stop !== 'completed')?.stop
  if (stop === 'context_overflow' || stop === 'truncated_tokens')
    return `The game cannot go on: it has grown longer than ${lower(against)} can read. Choose a scripted player, or a smaller board.`
  return `The game has ended before it was decided${stop === null || stop === undefined ? '' : `: ${stop.replaceAll('_', ' ')}`}.`
}

/** In the middle of a sentence; names of policies stay as they are. */
const lower = (against: string): string => (/^(The|Random|Rules|Search|Solver) ?/.test(against) ? against.charAt(0).toLowerCase() + against.slice(1) : against)

export const nameOfGame = ({ draft, against, person }: GameUnderWay): string =>
  `${GAME_WORDS[draft.game].split(',')[0]}: ${person} against ${lower(against).slice(0, 40)}`

/** A turn in a list of moves. */
export const handMoveWords = (turn: HandTurn): string =>
  turn.verdict === 'accepted' ? `${turn.agent} ${turn.text.replace(/<[^>]*>/g, '')}` : `${turn.agent} ${turn.text}, ${turnVerdict(turn)}`

export function beliefWords({ agent, version, actions, elsewhere, masked, temperature }: GameBelief, believer: string): string {
  const [best] = actions
  const rest = masked ? '' : `, ${percent(elsewhere)} % for texts that are no legal move`
  const at = temperature === 1 ? '' : `, at temperature ${fixed(temperature, 1)}`
  return best === undefined
    ? `${believer} says nothing of this position.`
    : `As ${lower(believer)} would play ${agent}${version > 0 ? `, version ${version}` : ''}${at}: ${best.action} with ${percent(best.probability)} %${rest}.`
}

export const BELIEF_NONE = 'Nobody is to move here, or the position is too long for the model to read.'
