// The table: the board, or buttons where a game has none; how the game stands, what can be done, and its moves; folded, every
// agent's tokens with their masks.

import { copyGameLink, keepGame, openKeptGame } from '../../commands/keep-game.ts'
import { lookAt, moveInGame, showBelief, swapSides, undoMove } from '../../commands/play-game.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import { beliefByCell, beliefShown, type GameUnderWay, resultFor, waveOnView } from '../../state/games.ts'
import { countsOf } from '../../state/hand-play.ts'
import { handMoveWords, nameOfGame, standingWords } from '../../text/games.ts'
import { HAND_MASK } from '../../text/hand.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { StateMachine } from '../tokens/StateMachine.tsx'
import { HandAgent } from '../try/HandAgent.tsx'
import { GameBelief } from './GameBelief.tsx'

export function GameTable({ now }: { readonly now: GameUnderWay }) {
  const { game, waiting, looking, belief, problem } = now
  const drawn = looking === null ? game.scene : looking.scene
  const scene = drawn?.kind === 'grid' ? drawn : null
  const [seat] = game.seats
  const canMove = seat !== undefined && !waiting && looking === null
  const shown = beliefShown(belief)
  const marks = scene === null || shown === null ? undefined : beliefByCell(scene, shown)
  return (
    <div className="game" data-testid="game" aria-busy={waiting}>
      <section className="section game-table" aria-label="The game">
        {scene !== null && (
          <GridBoard
            scene={scene}
            label={`${game.title}: arrow keys move, Enter plays`}
            {...(marks === undefined ? {} : { belief: marks })}
            {...(canMove && scene.points.length > 0 ? { onPlay: ({ action }) => void moveInGame({ [seat.agent]: action }) } : {})}
          />
        )}
        <div className="board-side">
          <p role="status" className="game-standing" data-testid="game-standing">
            {standingWords(now, resultFor(now))}{' '}
            {scene !== null && <span className="soft">{looking === null ? scene.caption : `On view: after turn ${looking.wave}.`}</span>}
          </p>
          {(scene === null || scene.points.length === 0) && canMove && <Actions agent={seat.agent} prompt={seat.prompt} legal={seat.legal ?? []} />}
          <Deeds now={now} />
          <Moves now={now} />
          {problem !== null && <ErrorNotice error={problem} />}
          {belief.kind === 'failed' && <ErrorNotice error={belief.error} />}
          {belief.kind !== 'off' && belief.kind !== 'failed' && <GameBelief belief={shown} asking={belief.kind === 'asking'} believer={now.believer} />}
        </div>
      </section>
      <details className="section more">
        <summary>Tokens of this game</summary>
        <StateMachine states={countsOf(game)} />
        {game.agents.map((agent) => (
          <HandAgent key={agent.agent} agent={agent} alone={false} />
        ))}
        <p className="small faint">{HAND_MASK}</p>
      </details>
    </div>
  )
}

/** Where nothing can be pointed at: the legal actions as buttons, under what a policy would read. */
function Actions({ agent, prompt, legal }: { readonly agent: string; readonly prompt: string; readonly legal: readonly string[] }) {
  return (
    <div className="game-actions">
      <p className="small soft">
        You read <code>{prompt.trim()}</code>
      </p>
      <ul className="legal-actions" aria-label={`Legal actions of ${agent}`}>
        {legal.map((action) => (
          <li key={action}>
            <button type="button" className="button mono" onClick={() => void moveInGame({ [agent]: action })}>
              {action}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Deeds({ now }: { readonly now: GameUnderWay }) {
  const { game, waiting, belief, kept } = now
  const upToDate = kept !== null && kept.waves === game.waves
  return (
    <div className="game-deeds">
      <button type="button" className="button" disabled={waiting || !game.canUndo} onClick={() => void undoMove()}>
        Take back
      </button>
      <button type="button" className="button" disabled={waiting} onClick={() => void swapSides()}>
        Swap sides
      </button>
      <button type="button" className="button" aria-pressed={belief.kind !== 'off'} onClick={() => void showBelief(belief.kind === 'off')}>
        What the policy believes
      </button>
      {upToDate ? (
        <>
          <button type="button" className="button" onClick={() => openKeptGame('tokens')}>
            Open its tokens
          </button>
          <button type="button" className="button" onClick={() => openKeptGame('timeline')}>
            Open its timeline
          </button>
        </>
      ) : (
        <button type="button" className="button" disabled={waiting || game.turns.length === 0} onClick={() => void keepGame(nameOfGame(now))}>
          Keep the game
        </button>
      )}
      <button type="button" className="button button-quiet" disabled={waiting || game.turns.length === 0} onClick={() => void copyGameLink()}>
        Copy a link to it
      </button>
    </div>
  )
}

function Moves({ now }: { readonly now: GameUnderWay }) {
  const { game } = now
  const wave = waveOnView(now)
  if (game.turns.length === 0) return null
  return (
    <>
      <fieldset className="button-row">
        <legend className="unseen">Look back</legend>
        <button type="button" className="button button-quiet" disabled={wave === 0} onClick={() => void lookAt(0)}>
          First
        </button>
        <button type="button" className="button button-quiet" disabled={wave === 0} onClick={() => void lookAt(wave - 1)}>
          Previous
        </button>
        <button type="button" className="button button-quiet" disabled={wave === game.waves} onClick={() => void lookAt(wave + 1)}>
          Next
        </button>
        <button type="button" className="button button-quiet" disabled={wave === game.waves} onClick={() => void lookAt(null)}>
          Last
        </button>
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ol className="board-moves small" tabIndex={0} aria-label="Moves of the game">
        {game.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added, or taken from the end
          <li key={index}>
            <button type="button" className="term mono" aria-current={turn.wave + 1 === wave ? 'step' : undefined} onClick={() => void lookAt(turn.wave + 1)}>
              {handMoveWords(turn)}
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}
