// What a token could have been: the most probable tokens of its place with their probabilities as bars, the forbidden ones
// struck through.

import { alternativeRows } from '../../state/alternatives.ts'
import { type TokenDetail, visibleText } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { significant } from '../../text/numbers.ts'
import { ALTERNATIVES_WAIT, answeredBy } from '../../text/token-words.ts'
import { Attended } from './Attended.tsx'

export function Alternatives({ token }: { readonly token: TokenDetail }) {
  const alternatives = useWorkbench((state) => state.alternatives)
  const vocabulary = useWorkbench((state) => state.tokenStep?.vocabulary ?? null)
  if (alternatives.kind === 'none') return null
  if (alternatives.kind === 'failed') return <p className="small soft">{alternatives.error.message}</p>
  if (alternatives.kind !== 'known') return <p className="small faint">{ALTERNATIVES_WAIT[alternatives.kind]}</p>
  if (alternatives.of !== token) return null
  const { answer } = alternatives
  return (
    <div className="alternatives" data-testid="alternatives">
      <ul className="small" aria-label="What it could have been">
        {alternativeRows(answer, token.id).map(({ id, chosen, forbidden, probability }) => (
          <li key={id} data-chosen={chosen} data-forbidden={forbidden}>
            <code>{forbidden ? <s>{visibleText(vocabulary?.[id] ?? `‹${id}›`)}</s> : visibleText(vocabulary?.[id] ?? `‹${id}›`)}</code>
            <span className="alternative-bar" aria-hidden="true">
              <i style={{ width: `${100 * probability}%` }} />
            </span>
            <span className="number">{significant(probability)}</span>
            <span className="faint">{forbidden ? 'forbidden' : chosen ? 'drawn' : ''}</span>
          </li>
        ))}
      </ul>
      {answer.attended !== undefined && <Attended token={token} attended={answer.attended} />}
      <p className="small faint">{answeredBy(answer, token.version)}</p>
    </div>
  )
}
