// The action mask of the seat that is to move, over the whole vocabulary of a base: which tokens may come next, token after token,
// until an action is whole. Pressing a token writes it; what is in the seat's field is what has been written so far.

import { useEffect, useState } from 'react'
import type { AuthoredSeat } from '../../../src/sandbox/authored-play.ts'
import { askMask, maskKey } from '../../commands/author-mask.ts'
import { writeTurn } from '../../commands/author-play.ts'
import { allowedIn, isWhole, type SeatMask, stateAfter } from '../../state/author-mask.ts'
import { playerOf } from '../../state/author-play.ts'
import { visibleText } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { MASK_ANY, MASK_LEAD, maskCountWords, strangeWords } from '../../text/author-play.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'

/** The shipped bases share one vocabulary. */
const BASE = 'boards'

export function ActionMask({ seats }: { readonly seats: readonly AuthoredSeat[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const [open, setOpen] = useState(true)
  const mask = useWorkbench((state) => state.authorMask)
  const seat = seats.find(({ agent }) => agent === chosen) ?? seats[0]
  useEffect(() => {
    if (open && seat !== undefined) void askMask(seat, BASE)
  }, [seat, open])
  if (seat === undefined) return null
  const known = mask.kind === 'known' ? mask.mask : mask.kind === 'asking' ? mask.before : null
  return (
    <details className="more author-mask" open={open} onToggle={(event) => setOpen(event.currentTarget.open)} data-testid="action-mask">
      <summary>The action mask of {seat.agent}</summary>
      {seats.length > 1 && (
        <fieldset className="author-buttons">
          <legend className="unseen">Whose mask</legend>
          {seats.map(({ agent }) => (
            <button key={agent} type="button" className="tag" aria-pressed={agent === seat.agent} onClick={() => choose(agent)}>
              {agent}
            </button>
          ))}
        </fieldset>
      )}
      {seat.legal === null && <p className="soft">{MASK_ANY}</p>}
      {mask.kind === 'failed' && <ErrorNotice error={mask.error} />}
      {known !== null && seat.legal !== null && <Tokens key={known.key} mask={known} stale={known.key !== maskKey(seat)} alone={seats.length === 1} />}
    </details>
  )
}

function Tokens({ mask, stale, alone }: { readonly mask: SeatMask; readonly stale: boolean; readonly alone: boolean }) {
  const [path, setPath] = useState<readonly number[]>([])
  const byPerson = useWorkbench((state) => playerOf(state.authorPlay, mask.agent) === 'person')
  const { trie, vocabulary, strange, promptTokens } = mask
  const state = stateAfter(trie, path) ?? 0
  const allowed = allowedIn(trie, state)
  const whole = isWhole(trie, state)
  const text = path.map((token) => vocabulary[token] ?? '').join('')
  return (
    <div className="mask" aria-busy={stale}>
      {strange.length > 0 && <Remark>{strangeWords(strange)}</Remark>}
      <p className="small soft">{MASK_LEAD}</p>
      <div className="author-buttons">
        <span className="mask-path" data-testid="mask-path">
          {path.length === 0 ? <span className="soft">Nothing written yet, behind {promptTokens} tokens of the prompt</span> : null}
          {path.map((token, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tokens are only added at the end
            <span key={place} className="chip wrote mono">
              {visibleText(vocabulary[token] ?? '')}
            </span>
          ))}
        </span>
        <span className="small number" role="status" data-testid="mask-count">
          {whole ? 'A whole action' : maskCountWords(allowed.size, vocabulary.length)}
        </span>
        <button type="button" className="button button-quiet" disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
          Take one back
        </button>
        {whole && byPerson && alone && (
          <button type="button" className="button button-primary" onClick={() => void writeTurn({ [mask.agent]: text })}>
            Play it
          </button>
        )}
      </div>
      <ul className="mask-tokens mono" aria-label="The vocabulary">
        {vocabulary.map((token, id) => {
          const may = allowed.has(id)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token's id is its place
            <li key={id}>
              <button
                type="button"
                className="mask-token"
                data-legal={may}
                disabled={!may}
                title={`${visibleText(token)}, token ${id}`}
                aria-label={`${visibleText(token)}, ${may ? 'legal' : 'forbidden'}`}
                onClick={() => setPath([...path, id])}
              >
                {visibleText(token)}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
