// What must be written now: one field for every agent that acts, its legal actions to press, and the room that is left.

import { useState } from 'react'
import { writeByHand } from '../../commands/play-by-hand.ts'
import type { HandGame, HandSeat } from '../../state/hand-play.ts'
import { endWords, LEGAL_ANY, roomWords } from '../../text/hand.ts'

/** Beyond this many, the legal actions lie folded. */
const SHOWN = 40

export function HandSeats({ game, waiting }: { readonly game: HandGame; readonly waiting: boolean }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const whole = game.seats.every(({ agent }) => (texts[agent] ?? '') !== '')
  return (
    <form
      className="section hand-seats"
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) void writeByHand(texts)
      }}
    >
      {game.seats.map((seat, place) => (
        <Seat
          key={seat.agent}
          seat={seat}
          alone={game.agents.length === 1}
          first={place === 0}
          text={texts[seat.agent] ?? ''}
          onText={(text) => setTexts({ ...texts, [seat.agent]: text })}
        />
      ))}
      <div className="hand-send">
        <button type="submit" className="button button-primary" disabled={waiting || !whole}>
          Write it
        </button>
        <span className="small soft">{endWords(game.stopText)}</span>
      </div>
    </form>
  )
}

interface SeatProps {
  readonly seat: HandSeat
  readonly alone: boolean
  readonly first: boolean
  readonly text: string
  readonly onText: (text: string) => void
}

function Seat({ seat, alone, first, text, onText }: SeatProps) {
  const { agent, legal, expected, room, prompt } = seat
  return (
    <div className="hand-seat">
      <label>
        <span className="small soft">
          {alone ? 'You write' : `${agent} writes`}, after <code>{prompt.trim().slice(-40)}</code>
        </span>
        <input
          className="input input-text mono"
          value={text}
          autoComplete="off"
          spellCheck={false}
          // The next turn is what the last press asked for.
          ref={(element) => {
            if (first && element !== null && document.activeElement === document.body) element.focus()
          }}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <p className="small faint">{roomWords(room)}</p>
      {legal === null ? (
        <p className="small soft">{LEGAL_ANY}</p>
      ) : (
        <details className="more small" open={legal.length <= SHOWN}>
          <summary>Legal actions: {legal.length}</summary>
          <ul className="legal-actions" aria-label={`Legal actions of ${agent}`}>
            {legal.map((action) => (
              <li key={action}>
                <button type="button" className="tag mono" aria-pressed={text === action} onClick={() => onText(action)}>
                  {action}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      {expected !== null && (
        <details className="more small">
          <summary>What a master would write</summary>
          <code>{expected}</code>
        </details>
      )}
    </div>
  )
}
