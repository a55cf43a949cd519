// All runs that this browser keeps, and the recorded one: open them, name them, note something, draw up to three
// beside the one on view, delete them. What differs is compared below the list.

import { drawBeside, goToRun } from '../../commands/navigate.ts'
import { MOST_OVERLAYS } from '../../state/address.ts'
import { RECORDED_RUN } from '../../state/recording.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import type { SavedRun } from '../../state/workbench.ts'
import { Remark } from '../../ui/Notice.tsx'
import { Comparison } from './Comparison.tsx'
import { RunEntry } from './RunEntry.tsx'

export function RunsView() {
  const saved = useWorkbench((state) => state.saved)
  const store = useWorkbench((state) => state.store.kind)
  const shown = useWorkbench((state) => state.run?.id ?? null)
  const live = useWorkbench((state) => state.live)
  const overlays = useWorkbench((state) => state.overlays)
  const beside = overlays.map(({ id }) => id)
  const toggle = (id: string): void => drawBeside(beside.includes(id) ? beside.filter((one) => one !== id) : [...beside, id])
  const placeOf = (id: string): number | null => (beside.includes(id) ? beside.indexOf(id) : null)
  const full = beside.length >= MOST_OVERLAYS
  const entry = (run: SavedRun) => (
    <RunEntry key={run.id} run={run} shown={run.id === shown} live={live} place={placeOf(run.id)} full={full} onToggle={() => toggle(run.id)} />
  )
  return (
    <>
      <section className="section" aria-labelledby="all-runs-title">
        <h2 id="all-runs-title" className="section-head">
          Runs in this browser
        </h2>
        {store === 'busy' && <Remark>Another tab keeps the runs; they can be read there.</Remark>}
        {saved.length === 0 && store !== 'busy' && <p className="empty">Every run is kept here as soon as its first step is done. Press Train to make one.</p>}
        <ul className="runs">{saved.map(entry)}</ul>
      </section>
      <section className="section" aria-labelledby="recorded-title">
        <h2 id="recorded-title" className="section-head">
          The run that ships with the page
        </h2>
        <div className="run-card">
          <div className="run-card-head">
            <label className="choice run-beside">
              <input
                type="checkbox"
                checked={placeOf(RECORDED_RUN) !== null}
                disabled={shown === RECORDED_RUN || (full && placeOf(RECORDED_RUN) === null)}
                onChange={() => toggle(RECORDED_RUN)}
              />
              <span>On the charts</span>
            </label>
            <button type="button" className="button" disabled={live} aria-current={shown === RECORDED_RUN} onClick={() => goToRun(RECORDED_RUN)}>
              Open the recording
            </button>
          </div>
          <p className="small soft">A run of the first preset with all its controls, recorded when the base model was made.</p>
        </div>
      </section>
      <Comparison />
    </>
  )
}
