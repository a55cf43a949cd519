// The game of one episode: as it is recorded, with the way through it turn by turn and its moves as a list; while the run is under way, as
// it is played.

import { useEffect, useRef, useState } from 'react'
import type { DrawnScene } from '../../../src/environments/scene.ts'
import { askBoardBelief, showBoardBelief } from '../../commands/board-belief.ts'
import { chooseFollowed, followGame, leaveGame, letBoardFollow } from '../../commands/follow-game.ts'
import { boardFollowsClock, chooseBoardPlace, goToFrame, leaveBoard, showBoard } from '../../commands/show-board.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import type { BoardState, LiveBoard } from '../../state/board.ts'
import { beliefByCell, beliefShown } from '../../state/games.ts'
import { canFollow, followsGames } from '../../state/live-game.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { departsWords, episodeWords, FOLLOW_GAMES, GAME_OF_STEP, heldWords, liveWords, movesWords, NOTHING_TO_FOLLOW } from '../../text/board.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { FigureView } from '../figure/FigureView.tsx'
import { GameBelief } from '../games/GameBelief.tsx'

const boardTitle = (scene: DrawnScene | undefined): string =>
  scene?.kind !== 'figure' ? 'Board' : scene.figure === null && scene.picture === null ? 'Problem' : 'Figure'

const sceneOf = (board: BoardState): DrawnScene | undefined => (board.kind === 'shown' || board.kind === 'live' ? board.replay.frames[0]?.scene : undefined)

/** `follows`: games of a run under way may be followed here. */
export function BoardPanel({ follows = true }: { readonly follows?: boolean }) {
  const board = useWorkbench((state) => state.board)
  const step = useWorkbench((state) => state.tokenStep)
  const previewed = useWorkbench((state) => state.link !== null)
  const following = useWorkbench(followsGames)
  const run = useWorkbench((state) => state.run?.id ?? '')
  const boardPlace = useWorkbench((state) => state.boardPlace)
  useEffect(() => {
    if (!following) return
    followGame(run, boardPlace)
    return leaveGame
  }, [following, run, boardPlace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step on view is what asks for its board, a preview that is gone, or a game that is followed no more
  useEffect(() => {
    void showBoard()
  }, [step, previewed, following])
  const clock = useWorkbench((state) => state.place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is what the board follows
  useEffect(boardFollowsClock, [clock.episode, clock.turn])
  useEffect(() => leaveBoard, [])
  if (board.kind === 'none') return null
  return (
    <section className="section" aria-labelledby="board-title" data-testid="board">
      <div className="section-head">
        <h2 id="board-title">{boardTitle(sceneOf(board))}</h2>
        <div className="board-tools">
          {follows && sceneOf(board)?.kind === 'grid' && <FollowGames following={following} />}
          {board.kind === 'shown' && <EpisodeChoice board={board} />}
          {board.kind === 'live' && following && <GameChoice board={board} />}
        </div>
      </div>
      {board.kind === 'failed' ? <ErrorNotice error={board.error} /> : board.kind === 'live' ? <LiveGame {...{ board, following }} /> : <Game board={board} />}
    </section>
  )
}

type Shown = Extract<BoardState, { readonly kind: 'shown' }>

function EpisodeChoice({ board }: { readonly board: Shown }) {
  return (
    <select
      className="input board-episode"
      aria-label={`Episode of step ${board.step} on the board`}
      value={board.place}
      onChange={(event) => chooseBoardPlace(Number(event.target.value))}
    >
      {board.episodes.map((episode, place) => (
        <option key={episode.episode} value={place}>
          {episodeWords(episode)}
        </option>
      ))}
    </select>
  )
}

/** While a run is under way: whether the board goes with it. */
function FollowGames({ following }: { readonly following: boolean }) {
  const possible = useWorkbench(canFollow)
  // A button that goes while somebody stands on it takes the place in the page with it: it goes when it is left.
  const [focused, setFocused] = useState(false)
  if (!possible && !focused) return null
  return (
    <button
      type="button"
      className="button"
      aria-pressed={following}
      aria-disabled={!possible || undefined}
      title={possible ? undefined : NOTHING_TO_FOLLOW}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={() => possible && letBoardFollow(!following)}
    >
      {FOLLOW_GAMES}
    </button>
  )
}

function GameChoice({ board }: { readonly board: LiveBoard }) {
  const games = useWorkbench(({ run }) => (run?.spec == null ? 1 : run.spec.rollout.groups * run.spec.rollout.groupSize))
  return (
    <select className="input board-episode" aria-label={GAME_OF_STEP} value={board.place} onChange={(event) => chooseFollowed(Number(event.target.value))}>
      {Array.from({ length: games }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what is chosen
        <option key={place} value={place}>
          Game {place + 1} of {games}
        </option>
      ))}
    </select>
  )
}

/** Says nothing aloud: it changes every second. */
function LiveGame({ board, following }: { readonly board: LiveBoard; readonly following: boolean }) {
  const { replay, frame, step, episode } = board
  const shown = replay.frames[frame]
  const moves = useRef<HTMLOListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more is what brings the last one on view
  useEffect(() => {
    if (moves.current !== null) moves.current.scrollTop = moves.current.scrollHeight
  }, [frame, episode])
  if (shown?.scene.kind !== 'grid') return null
  const label = `${replay.title}, episode ${episode} of step ${step}, ${following ? 'as it is played' : 'as far as it was followed'}, turn ${frame}`
  return (
    <div className="board-game">
      <GridBoard scene={shown.scene} label={label} />
      <div className="board-side">
        <p className="small board-live" data-testid={following ? 'board-live' : 'board-held'}>
          {following ? liveWords(board) : heldWords(board)}
        </p>
        <p data-testid="board-turn">
          <span className="number">Turn {frame}.</span> {movesWords(shown.turns)}. <span className="soft">{shown.scene.caption}</span>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <ol ref={moves} className="board-moves small mono" tabIndex={0} aria-label="Moves of the game" start={0}>
          {replay.frames.slice(0, frame + 1).map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was played stays
            <li key={index} aria-current={index === frame ? 'step' : undefined}>
              {movesWords(one.turns)}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function Game({ board: { replay, frame, step, place, episodes } }: { readonly board: Shown }) {
  const { frames, departs, title } = replay
  const shown = frames[frame]
  const last = frames.length - 1
  const label = `${title}, episode ${episodes[place]?.episode ?? ''} of step ${step}, turn ${frame} of ${last}`
  const patch = useWorkbench((state) => state.run?.service?.base.patch?.size ?? 8)
  const { state: belief, believer } = useWorkbench((state) => state.boardBelief)
  const asked = belief.kind !== 'off'
  // biome-ignore lint/correctness/useExhaustiveDependencies: another position is what asks anew
  useEffect(() => void askBoardBelief(), [replay, frame])
  useEffect(() => () => showBoardBelief(false), [])
  if (shown === undefined) return null
  const said = beliefShown(belief)
  const marks = said === null || shown.scene.kind !== 'grid' ? null : beliefByCell(shown.scene, said)
  // Where nothing can be played by naming a cell there is nothing to mark.
  const playable = frames.some(({ scene }) => scene.kind === 'grid' && scene.points.length > 0)
  return (
    <div className="board-game">
      {shown.scene.kind === 'grid' ? (
        <GridBoard scene={shown.scene} label={label} {...(marks === null ? {} : { belief: marks })} />
      ) : (
        <FigureView scene={shown.scene} label={label} patch={patch} />
      )}
      <div className="board-side">
        <fieldset className="button-row">
          <legend className="unseen">Turns of the game</legend>
          <button type="button" className="button" disabled={frame === 0} onClick={() => goToFrame(0)}>
            First
          </button>
          <button type="button" className="button" disabled={frame === 0} onClick={() => goToFrame(frame - 1)}>
            Previous
          </button>
          <button type="button" className="button" disabled={frame === last} onClick={() => goToFrame(frame + 1)}>
            Next
          </button>
          <button type="button" className="button" disabled={frame === last} onClick={() => goToFrame(last)}>
            Last
          </button>
        </fieldset>
        <p role="status" data-testid="board-turn">
          <span className="number">
            Turn {frame} of {last}.
          </span>{' '}
          {movesWords(shown.turns)}. <span className="soft">{shown.scene.caption}</span>
        </p>
        {playable && (
          <div className="game-deeds">
            <button type="button" className="button" aria-pressed={asked} onClick={() => showBoardBelief(!asked)}>
              What the policy believes
            </button>
          </div>
        )}
        {belief.kind === 'failed' && <ErrorNotice error={belief.error} />}
        {asked && belief.kind !== 'failed' && <GameBelief belief={said} asking={belief.kind === 'asking'} believer={believer} />}
        {departs !== null && frame === last && <p className="small">{departsWords(departs)}</p>}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <ol className="board-moves small" tabIndex={0} aria-label="Moves of the game" start={0}>
          {frames.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: frames of a finished game never move
            <li key={index}>
              <button type="button" className="term mono" aria-current={index === frame ? 'step' : undefined} onClick={() => goToFrame(index)}>
                {movesWords(one.turns)}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
