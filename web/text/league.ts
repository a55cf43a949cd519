// Words of leagues and of walls of boards.

import type { LeagueGame, LeagueRecord } from '../../src/record/league-record.ts'
import type { LeagueOnView, Standing, Tally } from '../state/league.ts'
import { GAME_WORDS } from './games.ts'
import { fixed, signed } from './numbers.ts'
import { roughly } from './run-words.ts'

export const LEAGUE_EMPTY =
  'A league plays everybody against everybody in the background: saved policies, the base, scripted players of known strength. Every pair meets on both sides of the same starts, and the table says how strong each is, with an interval.'

export const LEAGUE_METHOD =
  'Ratings are Bradley–Terry strengths on Elo’s scale, fitted by maximum likelihood over all games, a draw as half a win; 400 points are odds of ten to one. The bars are 95 % intervals of the difference to the player at 0. Each player has one drawn game more, against an average one, so that a clean sweep stays finite. A game depends on the seed alone: the same league played again has the same results.'

export const someBoards = (shown: number, all: number): string =>
  `The first ${shown} of ${all} episodes: an authored environment is asked about every position, in its sandbox.`

export const WALL_EMPTY =
  'Many games side by side: train on a game with turns, or begin a league, and every episode stands here as a small board with its result.'

export const gamesOfRounds = (entrants: number, rounds: number): number => entrants * (entrants - 1) * rounds

/** Everything that was won, with draws as halves, as a share; null without games. */
function scoreOf({ won, drawn, lost }: Tally): number | null {
  const games = won + drawn + lost
  return games === 0 ? null : (won + drawn / 2) / games
}

export function leagueName({ game, entrants, seed }: LeagueRecord): string {
  const title = Object.entries(GAME_WORDS).find(([key]) => key === game)?.[1] ?? game
  return `${title.split(',')[0]}, ${entrants.length} players, seed ${seed}`
}

export function leagueProgress({ record, roundsDone, playing, pausing, pace }: LeagueOnView): string {
  const [done, all] = [gamesOfRounds(record.entrants.length, roundsDone), gamesOfRounds(record.entrants.length, record.rounds)]
  const counted = `${done} of ${all} games`
  if (pausing) return `${counted}; pausing after this round.`
  if (!playing) return roundsDone >= record.rounds ? `${counted}, all played.` : `${counted}; paused.`
  return pace === null ? `${counted}, playing.` : `${counted}, ${roughly((record.rounds - roundsDone) * pace)} left.`
}

export const pointsWords = ({ points }: Pick<Standing, 'points'>): string => signed(points, 0)
export const marginWords = ({ margin }: Pick<Standing, 'margin'>): string => (margin === 0 ? 'the zero' : `± ${fixed(margin, 0)}`)
export const tallyWords = ({ won, drawn, lost }: Tally): string => `${won} / ${drawn} / ${lost}`

export function shareWords(tally: Tally): string {
  const score = scoreOf(tally)
  return score === null ? '–' : `${fixed(100 * score, 0)} %`
}

export const voidWords = (voided: number): string =>
  `${voided} game${voided === 1 ? '' : 's'} could not be played to the end, for want of room in the model's context, and count${voided === 1 ? 's' : ''} for nobody.`

/** A game of a league in a few words. */
export function gameResultWords({ first, second, outcome }: Pick<LeagueGame, 'first' | 'second' | 'outcome'>, { entrants }: LeagueRecord): string {
  const [one, two] = [entrants[first]?.name ?? '', entrants[second]?.name ?? '']
  switch (outcome) {
    case 'first':
      return `${one} has beaten ${two}`
    case 'second':
      return `${two} has beaten ${one}`
    case 'draw':
      return `${one} and ${two} have drawn`
    case 'void':
      return `${one} and ${two} could not finish`
  }
}

/** What every agent of an episode earned. */
export const earnedWords = (rewards: Readonly<Record<string, number>>): string =>
  Object.entries(rewards)
    .map(([agent, reward]) => `${agent} ${signed(reward, 1)}`)
    .join(', ')
