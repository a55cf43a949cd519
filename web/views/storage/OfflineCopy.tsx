// The page itself, kept for times without a network: whether it is, and a newer version that waits.

import { forgetPage, keepPage, takeNewerVersion } from '../../commands/offline.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { NEWER_WAITS, OFFLINE_WORDS } from '../../text/storage.ts'

export function OfflineCopy() {
  const { kind, newer } = useWorkbench((state) => state.offline)
  const busy = useWorkbench((state) => runsAtWork(state.underWay).length > 0)
  return (
    <section className="section storage-part" aria-labelledby="offline-title">
      <h3 id="offline-title">Without a network</h3>
      <p className="small soft" data-testid="offline">
        {OFFLINE_WORDS[kind]}
      </p>
      {newer && <p className="small">{NEWER_WAITS}</p>}
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
        {kind === 'ready' && (
          <button type="button" className="button button-quiet" onClick={() => void forgetPage()}>
            Take the copy away
          </button>
        )}
      </div>
    </section>
  )
}
