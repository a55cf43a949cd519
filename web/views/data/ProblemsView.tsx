// The view of data: problems from a file, what is wrong with which row, a sample, and the way to a run on them.

import { useEffect } from 'react'
import { leaveData, openSaved, refreshData, removeData } from '../../commands/data-sets.ts'
import { columnsToName } from '../../state/data-sets.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { DATA_EMPTY, LAYOUT_WORDS, progressWords, savedWords } from '../../text/data.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { DataDrop } from './DataDrop.tsx'
import { NameColumns } from './NameColumns.tsx'
import { OpenDataSet } from './OpenDataSet.tsx'

export function ProblemsView() {
  const { open, problem } = useWorkbench((state) => state.data)
  const unnamed = open.kind === 'failed' ? columnsToName(open.error) : []
  const store = useWorkbench((state) => state.store.kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the store opens
  useEffect(() => void refreshData(), [store])
  useEffect(() => leaveData, [])
  return (
    <>
      <DataDrop />
      {problem !== null && (
        <div className="section">
          <ErrorNotice error={problem} />
        </div>
      )}
      {open.kind === 'none' && <p className="section empty">{DATA_EMPTY}</p>}
      {open.kind === 'reading' && (
        <div className="section" role="status" data-testid="data-reading">
          <p>{progressWords(open.done, open.total)}</p>
          <progress className="data-progress" aria-label="Rows read" {...(open.total === 0 ? {} : { value: open.done, max: open.total })} />
        </div>
      )}
      {open.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={open.error} />
          {unnamed.length > 0 && <NameColumns known={unnamed} />}
        </div>
      )}
      {open.kind === 'open' && <OpenDataSet open={open} />}
      <SavedDataSets />
    </>
  )
}

function SavedDataSets() {
  const saved = useWorkbench((state) => state.data.saved)
  if (saved.length === 0) return null
  return (
    <section className="section" aria-labelledby="data-saved">
      <h2 id="data-saved" className="section-head">
        Kept in this browser
      </h2>
      <ul className="runs">
        {saved.map((one) => (
          <li key={one.hash} className="run-card">
            <div className="run-card-head">
              <span className="run-name">{one.name}</span>
              <span className="small soft">{savedWords(one)}</span>
            </div>
            <p className="small soft">
              {one.layout in LAYOUT_WORDS ? LAYOUT_WORDS[one.layout as keyof typeof LAYOUT_WORDS] : one.layout}, hash <code>{one.hash.slice(0, 12)}</code>
            </p>
            <div className="run-actions">
              <button type="button" className="button" onClick={() => void openSaved(one.hash)}>
                Look at it
              </button>
              <button type="button" className="button button-quiet" onClick={() => void removeData(one.hash)} aria-label={`Remove ${one.name}`}>
                Remove
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
