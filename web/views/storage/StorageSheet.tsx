// What is stored in this browser: the page itself for times without a network, runs one by one, policies; what may go, and whether it
// may stay.

import { useEffect } from 'react'
import { openPanel } from '../../commands/navigate.ts'
import { answerPersistence, showStorage } from '../../commands/storage.ts'
import type { StorageReport } from '../../state/offline.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes } from '../../text/numbers.ts'
import { PERSIST_WORDS, PERSISTED, usedWords } from '../../text/storage.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { OfflineCopy } from './OfflineCopy.tsx'
import { StoredRuns } from './StoredRuns.tsx'

export function StorageSheet() {
  const storage = useWorkbench((state) => state.storage)
  const store = useWorkbench((state) => state.store.kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the store has opened
  useEffect(() => void showStorage(), [store])
  return (
    <Sheet title="Storage and offline" onClose={() => openPanel(null)}>
      <OfflineCopy />
      {storage.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={storage.error} />
        </div>
      )}
      {storage.kind === 'known' && <Report report={storage.report} />}
    </Sheet>
  )
}

function Report({ report }: { readonly report: StorageReport }) {
  const { used, room, runs, policies, persisted } = report
  return (
    <>
      <section className="section storage-part" aria-labelledby="stored-title" data-testid="storage">
        <h3 id="stored-title">Stored here</h3>
        <p className="small soft">{usedWords(used, room)}</p>
        <StoredRuns runs={runs} />
        <p className="small number">Policies: {bytes(policies)}</p>
      </section>
      {persisted !== null && (
        <section className="section storage-part" aria-labelledby="persist-title">
          <h3 id="persist-title">May it stay?</h3>
          <p className="small soft">{persisted ? PERSISTED : PERSIST_WORDS}</p>
          {!persisted && (
            <div className="share-buttons">
              <button type="button" className="button" onClick={() => void answerPersistence(true)}>
                Ask the browser to keep it
              </button>
            </div>
          )}
        </section>
      )}
    </>
  )
}
