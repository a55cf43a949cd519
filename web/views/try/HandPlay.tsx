// An episode played by hand: the task, where every agent's machine stands, its tokens with their states and masks, a field
// for what must be written now with the legal actions beside it, and what every turn earned.

import { useEffect } from 'react'
import { PRESETS } from '../../../src/record/presets.ts'
import { beginByHand, editHand, handPreset, leaveHand } from '../../commands/play-by-hand.ts'
import { countsOf, type HandGame } from '../../state/hand-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { HAND_AUTHORED } from '../../text/games.ts'
import { EVERY_SIDE, HAND_EMPTY, HAND_MASK, SIDE_WORDS } from '../../text/hand.ts'
import { Choice } from '../../ui/Choice.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { AuthoredElsewhere } from '../games/AuthoredElsewhere.tsx'
import { StateMachine } from '../tokens/StateMachine.tsx'
import { HandAgent } from './HandAgent.tsx'
import { HandBoard } from './HandBoard.tsx'
import { HandFigure } from './HandFigure.tsx'
import { HandSeats } from './HandSeats.tsx'
import { HandTurns } from './HandTurns.tsx'

export function HandPlay() {
  const hand = useWorkbench((state) => state.hand)
  useEffect(() => leaveHand, [])
  return (
    <>
      <section className="section" aria-labelledby="hand-title">
        <h2 id="hand-title" className="section-head">
          Play by hand
        </h2>
        <AuthoredElsewhere words={HAND_AUTHORED} />
        <HandForm opening={hand.kind === 'opening'} begun={hand.kind === 'playing'} />
      </section>
      {hand.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={hand.error} />
        </div>
      )}
      {hand.kind === 'playing' ? <Game game={hand.game} waiting={hand.waiting} /> : hand.kind === 'idle' && <p className="section empty">{HAND_EMPTY}</p>}
    </>
  )
}

/** Once an episode is open, what is written in it is the one primary action. */
function HandForm({ opening, begun }: { readonly opening: boolean; readonly begun: boolean }) {
  const draft = useWorkbench((state) => state.handDraft)
  const { side } = draft
  const preset = useWorkbench((state) => handPreset(state.handDraft.preset, state.run?.spec?.preset))
  return (
    <form
      className="try-form"
      onSubmit={(event) => {
        event.preventDefault()
        void beginByHand(true)
      }}
    >
      <Choice
        label="Task of"
        none={null}
        value={preset}
        options={PRESETS.map(({ name, title }) => [name, title])}
        onChange={(chosen) => editHand({ preset: chosen })}
      />
      <Choice
        label="You play"
        none={EVERY_SIDE}
        value={side === null ? null : String(side)}
        options={SIDE_WORDS.map((words, place) => [String(place), words])}
        onChange={(chosen) => editHand({ side: chosen === null ? null : Number(chosen) })}
      />
      <input
        className="input input-text mono"
        aria-label="A task of your own"
        placeholder={preset.startsWith('arithmetic') ? '47+38' : ''}
        value={draft.text}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        onChange={(event) => editHand({ text: event.target.value })}
      />
      <button type="submit" className="button" disabled={opening || draft.text.trim() === ''}>
        Begin with it
      </button>
      <button type="button" className={begun ? 'button' : 'button button-primary'} disabled={opening} onClick={() => void beginByHand(false)}>
        {opening ? 'Opening' : 'A held-out problem'}
      </button>
    </form>
  )
}

function Game({ game, waiting }: { readonly game: HandGame; readonly waiting: boolean }) {
  return (
    <div data-testid="hand-game" aria-busy={waiting}>
      {game.scene?.kind === 'grid' && <HandBoard game={game} scene={game.scene} waiting={waiting} />}
      {game.scene?.kind === 'figure' && <HandFigure game={game} scene={game.scene} />}
      <section className="section" aria-label="Where the episode stands">
        <StateMachine states={countsOf(game)} />
        {game.agents.map((agent) => (
          <HandAgent key={agent.agent} agent={agent} alone={game.agents.length === 1} />
        ))}
        <p className="small faint">{HAND_MASK}</p>
      </section>
      {game.fault !== null && <p className="section small">The environment failed: {game.fault}</p>}
      {game.seats.length > 0 && <HandSeats key={game.turns.length} game={game} waiting={waiting} />}
      <HandTurns game={game} />
    </div>
  )
}
