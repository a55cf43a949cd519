// The way through a play: back and forth over its turns, undo, snapshots, and the moves that need no writing.

import { backToSnapshot, forgetSnapshot, goOnFrom, keepSnapshot, lookAtFrame, playOnce, playToEnd, undoTurn } from '../../commands/author-play.ts'
import { checkedOf } from '../../state/author-check.ts'
import { seatsNow } from '../../state/author-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { turnsWords } from '../../text/author-play.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PolicyTurn } from './PolicyTurn.tsx'

export function PlaySteps({ place, last }: { readonly place: number; readonly last: number }) {
  const play = useWorkbench((state) => state.authorPlay)
  const canScript = useWorkbench((state) => checkedOf(state.authorCheck)?.registration.hooks.includes('demonstrate') ?? false)
  const { waiting, snapshots, turns } = play
  const over = seatsNow(play).length === 0
  return (
    <>
      <div className="author-buttons">
        <button type="button" className="button button-quiet" aria-label="The turn before" disabled={place === 0} onClick={() => lookAtFrame(place - 1)}>
          <Icon name="previous" />
        </button>
        <span className="number small" data-testid="play-place">
          Turn {place} of {last}
        </span>
        <button type="button" className="button button-quiet" aria-label="The turn after" disabled={place === last} onClick={() => lookAtFrame(place + 1)}>
          <Icon name="next" />
        </button>
        {place < last ? (
          <button type="button" className="button" disabled={waiting} onClick={() => void goOnFrom(place)}>
            Go on from here
          </button>
        ) : (
          <>
            <button type="button" className="button" disabled={waiting || turns.length === 0} onClick={() => void undoTurn()}>
              Undo
            </button>
            <button type="button" className="button" disabled={waiting || over} onClick={() => void playOnce('random')}>
              A random turn
            </button>
            <button type="button" className="button" disabled={waiting || over} onClick={() => void playToEnd('random')}>
              At random to the end
            </button>
            {canScript && (
              <button type="button" className="button" disabled={waiting || over} onClick={() => void playOnce('script')}>
                A master’s turn
              </button>
            )}
          </>
        )}
        <button type="button" className="button button-quiet" onClick={keepSnapshot}>
          Keep a snapshot
        </button>
      </div>
      {place === last && <PolicyTurn over={over} />}
      {snapshots.length > 0 && (
        <ul className="author-buttons small" aria-label="Snapshots">
          {snapshots.map(({ id, seed, turns: then }) => (
            <li key={id} className="author-snapshot">
              <button type="button" className="button button-quiet" disabled={waiting} onClick={() => void backToSnapshot(id)}>
                Snapshot {id}: seed {seed}, {turnsWords(then)}
              </button>
              <button type="button" className="button button-quiet" aria-label={`Forget snapshot ${id}`} onClick={() => forgetSnapshot(id)}>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
