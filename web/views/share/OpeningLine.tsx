// How far a bundle has come that is being opened: asked for, checked, or refused with a code. Nothing where none is.

import { stopAsking } from '../../commands/run-bundle.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { openingWords } from '../../text/share.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'

export function OpeningLine() {
  const opening = useWorkbench((state) => state.opening)
  if (opening.kind === 'idle') return null
  if (opening.kind === 'failed') return <ErrorNotice error={opening.error} />
  const share = opening.kind === 'asking' && opening.total !== null && opening.total > 0 ? opening.loaded / opening.total : null
  return (
    <div className="opening" role="status">
      <p className="small number">{openingWords(opening)}</p>
      {share !== null && (
        <div className="bar" role="progressbar" aria-label="Bytes that have come" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.floor(100 * share)}>
          <i style={{ width: `${100 * share}%` }} />
        </div>
      )}
      {opening.kind === 'asking' && (
        <button type="button" className="button" onClick={stopAsking}>
          Stop
        </button>
      )}
    </div>
  )
}
