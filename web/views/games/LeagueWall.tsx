// A league's games as small boards: the round that is played now, or one that was; a press steps through a game.

import { useEffect } from 'react'
import type { LeagueGame } from '../../../src/record/league-record.ts'
import { chooseRound, closeLeagueGame, openLeagueGame, readLeagueWall, stepLeagueGame } from '../../commands/show-wall.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import type { LeagueOnView } from '../../state/league.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import type { GameOnView } from '../../state/wall.ts'
import { gameResultWords } from '../../text/league.ts'
import { counted } from '../../text/numbers.ts'
import { Choice } from '../../ui/Choice.tsx'
import { WallTile } from './WallTile.tsx'

const NEWEST = 'The newest round'

export function LeagueWall({ empty }: { readonly empty: string }) {
  const shown = useWorkbench((state) => state.league.shown)
  const { round, game, leagueBoards } = useWorkbench((state) => state.wall)
  const { games = [], playing = false, roundsDone = 0 } = shown ?? {}
  const wanted = round ?? roundsDone - 1
  const ofRound = games.filter((one) => one.round === wanted)
  // Looked at again when another round is on view, not while one is played.
  const key = `${shown?.record.id ?? ''} ${wanted} ${ofRound.length}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the games are others
  useEffect(() => {
    if (ofRound.length > 0) void readLeagueWall(ofRound)
  }, [key])
  if (shown === null) return <p className="empty">{empty}</p>
  const live = playing && round === null && shown.boards.length > 0
  return (
    <>
      <div className="wall-bar">
        <Choice
          label="Round"
          none={NEWEST}
          value={round === null ? null : String(round)}
          options={Array.from({ length: roundsDone }, (_, index) => [String(index), `Round ${index + 1}`])}
          onChange={(next) => chooseRound(next === null ? null : Number(next))}
        />
      </div>
      {game !== null && <OpenGame game={game} />}
      <ul className="wall" data-testid="wall" aria-label={live ? 'Games that are played now' : `Games of round ${wanted + 1}`}>
        {live
          ? shown.boards.map(({ episode, scene, first, second }) => (
              <WallTile key={episode} scene={scene} title={nameIn(shown, first)} said={`against ${nameIn(shown, second)}`} label="" />
            ))
          : ofRound.map((one) => (
              <Finished key={one.episode} game={one} shown={shown} scene={leagueBoards.find(({ episode }) => episode === one.episode)?.scene} />
            ))}
      </ul>
    </>
  )
}

const nameIn = ({ record }: LeagueOnView, entrant: number): string => record.entrants[entrant]?.name ?? ''

function Finished({
  game,
  shown,
  scene,
}: {
  readonly game: LeagueGame
  readonly shown: LeagueOnView
  readonly scene: GameOnView['frames'][number] | undefined
}) {
  const result = gameResultWords(game, shown.record)
  if (scene === undefined) return <li className="small">{result}</li>
  const winner = game.outcome === 'first' ? game.first : game.outcome === 'second' ? game.second : null
  const loser = winner === game.first ? game.second : game.first
  const name = (entrant: number): string => nameIn(shown, entrant)
  return (
    <WallTile
      scene={scene}
      title={winner === null ? name(game.first) : name(winner)}
      said={winner === null ? `${game.outcome === 'draw' ? 'drew with' : 'unfinished with'} ${name(game.second)}` : `beat ${name(loser)}`}
      label={`${result}, in ${counted(game.moves.length, 'move')}. Open it`}
      onOpen={() => void openLeagueGame(game)}
    />
  )
}

function OpenGame({ game: { game, record, frames, frame } }: { readonly game: GameOnView }) {
  const scene = frames[frame]
  const last = frames.length - 1
  if (scene === undefined) return null
  const [agent, text] = game.moves[frame - 1] ?? ['', '']
  return (
    <section className="game-table wall-game" aria-label="A game of the league" data-testid="league-game">
      <GridBoard scene={scene} label={`${gameResultWords(game, record)}, turn ${frame} of ${last}`} />
      <div className="board-side">
        <p className="game-standing" role="status">
          {gameResultWords(game, record)}.{' '}
          <span className="soft">
            Turn {frame} of {last}
            {frame === 0 ? '' : `: ${agent} ${text}`}. {scene.caption}
          </span>
        </p>
        <fieldset className="button-row">
          <legend className="unseen">Turns of the game</legend>
          <button type="button" className="button" disabled={frame === 0} onClick={() => stepLeagueGame(0)}>
            First
          </button>
          <button type="button" className="button" disabled={frame === 0} onClick={() => stepLeagueGame(frame - 1)}>
            Previous
          </button>
          <button type="button" className="button" disabled={frame === last} onClick={() => stepLeagueGame(frame + 1)}>
            Next
          </button>
          <button type="button" className="button" disabled={frame === last} onClick={() => stepLeagueGame(last)}>
            Last
          </button>
          <button type="button" className="button button-quiet" onClick={closeLeagueGame}>
            Close
          </button>
        </fieldset>
      </div>
    </section>
  )
}
