// What does not fit, as a list of lines to go to, and what stands under the cursor: everything that the editor tells by colour or on
// hover, in words.

import { useWorkbench } from '../../state/use-workbench.ts'
import { typesWords } from '../../text/author.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Beyond this many the rest is counted. */
const SHOWN = 6

export function SourceProblems({ onLine }: { readonly onLine: (line: number) => void }) {
  const types = useWorkbench((state) => state.author.types)
  const atCursor = useWorkbench((state) => state.author.atCursor)
  const { marks, kind } = types
  return (
    <div className="author-said">
      <p className="small author-types" data-fits={kind === 'checked' && marks.length === 0} data-testid="types" role="status">
        {kind === 'checked' && <Icon name={marks.length === 0 ? 'check' : 'warning'} />}
        {typesWords(types)}
      </p>
      {marks.length > 0 && (
        <ul className="author-marks small" aria-label="What does not fit">
          {marks.slice(0, SHOWN).map(({ from, line, message }) => (
            <li key={`${from} ${message}`}>
              <button type="button" className="author-mark" onClick={() => onLine(line)}>
                <span className="number">Line {line}</span> <span>{message.split('\n')[0]}</span>
              </button>
            </li>
          ))}
          {marks.length > SHOWN && <li className="faint">and {marks.length - SHOWN} more</li>}
        </ul>
      )}
      {atCursor !== null && atCursor.signature !== '' && (
        <details className="more small author-cursor">
          <summary>
            At the cursor: <code>{atCursor.signature.split('\n')[0]}</code>
          </summary>
          <code className="author-signature">{atCursor.signature}</code>
          {atCursor.documentation !== '' && <p className="soft">{atCursor.documentation}</p>}
        </details>
      )}
    </div>
  )
}
