// What must be written now, for every seat that a person plays: what the agent reads, its legal actions to press, a field for any
// other text. The field is shared with the action mask, which writes into it token by token.

import type { AuthoredSeat } from '../../../src/sandbox/authored-play.ts'
import { editWritten, writeTurn } from '../../commands/author-play.ts'
import { SeenPicture } from '../../scene/figure/SeenPicture.tsx'
import { bareText, playerOf, wholeText } from '../../state/author-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { LEGAL_ANY } from '../../text/hand.ts'

/** Of the shipped bases that see. */
const PATCH = 8

/** Beyond this many, the legal actions lie folded. */
const SHOWN = 60

export function PlaySeats({ seats, stopText }: { readonly seats: readonly AuthoredSeat[]; readonly stopText: string }) {
  const play = useWorkbench((state) => state.authorPlay)
  const { written, waiting } = play
  const mine = seats.filter(({ agent }) => playerOf(play, agent) === 'person')
  const whole = mine.every(({ agent }) => (written[agent] ?? '') !== '')
  const submit = (texts: Readonly<Record<string, string>>): void =>
    void writeTurn(Object.fromEntries(Object.entries(texts).map(([agent, text]) => [agent, wholeText(text, stopText)])))
  if (mine.length === 0)
    return (
      <button type="button" className="button button-primary" disabled={waiting} onClick={() => submit({})}>
        The next turn
      </button>
    )
  return (
    <form
      className="author-seats"
      onSubmit={(event) => {
        event.preventDefault()
        if (whole && !waiting) submit(written)
      }}
    >
      {mine.map((seat) => (
        <Seat
          key={seat.agent}
          seat={seat}
          stopText={stopText}
          text={written[seat.agent] ?? ''}
          onText={(text) => editWritten(seat.agent, text)}
          onPlay={mine.length === 1 ? (text) => submit({ [seat.agent]: text }) : null}
        />
      ))}
      <div className="author-buttons">
        <button type="submit" className="button button-primary" disabled={waiting || !whole}>
          Write it
        </button>
      </div>
    </form>
  )
}

interface SeatProps {
  readonly seat: AuthoredSeat
  readonly stopText: string
  readonly text: string
  readonly onText: (text: string) => void
  /** A press on a legal action plays it, where nobody else has to write too. */
  readonly onPlay: ((text: string) => void) | null
}

function Seat({ seat: { agent, prompt, pictures, legal, master }, stopText, text, onText, onPlay }: SeatProps) {
  return (
    <fieldset className="author-seat">
      <legend>{agent}</legend>
      <p className="small soft">What it reads</p>
      <pre className="author-lines mono">{prompt}</pre>
      {pictures.map((picture, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures of one prompt keep their order
        <SeenPicture key={place} picture={picture} patch={PATCH} />
      ))}
      {legal === null ? (
        <p className="small soft">{LEGAL_ANY}</p>
      ) : (
        <details className="more small" open={legal.length <= SHOWN}>
          <summary>Legal actions: {legal.length}</summary>
          <ul className="legal-actions" aria-label={`Legal actions of ${agent}`}>
            {legal.slice(0, 400).map((action) => {
              const bare = bareText(action, stopText)
              return (
                <li key={action}>
                  <button type="button" className="tag mono" aria-pressed={text === bare} onClick={() => (onPlay === null ? onText(bare) : onPlay(bare))}>
                    {bare === '' ? '∅' : bare}
                  </button>
                </li>
              )
            })}
          </ul>
        </details>
      )}
      <label className="small">
        <span className="soft">{legal === null ? `${agent} writes` : 'Or any text, legal or not'}</span>
        <input className="input input-text mono" value={text} autoComplete="off" spellCheck={false} onChange={(event) => onText(event.target.value)} />
      </label>
      {master !== null && (
        <details className="more small">
          <summary>What a master would write</summary>
          <code>{bareText(master, stopText)}</code>
        </details>
      )}
    </fieldset>
  )
}
