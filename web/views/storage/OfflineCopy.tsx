// The page itself, kept for times without a network: whether it is, what is not in it yet, and a newer version that waits.

import { forgetPage, keepEverything, keepPage, takeNewerVersion } from '../../commands/offline.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes } from '../../text/numbers.ts'
import { NEWER_WAITS, OFFLINE_WORDS } from '../../text/storage.ts'

export function OfflineCopy() {
  const { kind, newer, everything } = useWorkbench((state) => state.offline)
  const busy = useWorkbench((state) => runsAtWork(state.underWay).length > 0)
  const whole = everything !== null && everything.bytes === everything.total
  return (
    <section className="section storage-part" aria-labelledby="offline-title">
      <h3 id="offline-title">Without a network</h3>
      <p className="small soft" data-testid="offline">
        {OFFLINE_WORDS[kind]}
      </p>
      {newer && <p className="small">{NEWER_WAITS}</p>}
      {everything !== null && (
        <p className="small number" role="status">
          {everything.problem ?? (whole ? 'All bases and the editor are kept too.' : `Keeping all: ${bytes(everything.bytes)} of ${bytes(everything.total)}`)}
        </p>
      )}
      <div className="share-buttons">
        {newer && (
          <button type="button" className="button button-primary" disabled={busy} onClick={takeNewerVersion}>
            Use the newer version
          </button>
        )}
        {kind === 'off' && (
          <button type="button" className="button" onClick={() => void keepPage()}>
            Keep the page
          </button>
        )}
        {kind === 'ready' && !whole && (
          <button type="button" className="button" disabled={everything !== null && everything.problem === null} onClick={keepEverything}>
            Keep all bases and the editor too
          </button>
        )}
        {kind === 'ready' && (
          <button type="button" className="button button-quiet" onClick={() => void forgetPage()}>
            Take the copy away
          </button>
        )}
      </div>
    </section>
  )
}
