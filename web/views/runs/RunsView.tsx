// All runs that this browser keeps, and the recorded one: search and sort them, open them, name them, note something,
// draw up to three beside the one on view, measure them against one, delete them. What differs is compared below the list.

import { drawBeside, goToRun } from '../../commands/navigate.ts'
import { MOST_OVERLAYS } from '../../state/address.ts'
import { RECORDED_RUN } from '../../state/recording.ts'
import { filterRuns } from '../../state/run-filter.ts'
import { baselineOf } from '../../state/run-groups.ts'
import type { SavedRun } from '../../state/saved-run.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { Remark } from '../../ui/Notice.tsx'
import { Comparison } from './Comparison.tsx'
import { OpenBundle } from './OpenBundle.tsx'
import { RunEntry } from './RunEntry.tsx'
import { RunFilters } from './RunFilters.tsx'
import { SeedGroups } from './SeedGroups.tsx'

export function RunsView() {
  const saved = useWorkbench((state) => state.saved)
  const store = useWorkbench((state) => state.store.kind)
  const shown = useWorkbench((state) => state.run?.id ?? null)
  const underWay = useWorkbench((state) => state.underWay)
  const overlays = useWorkbench((state) => state.overlays)
  const beside = overlays.map(({ id }) => id)
  const toggle = (id: string): void => drawBeside(beside.includes(id) ? beside.filter((one) => one !== id) : [...beside, id])
  const placeOf = (id: string): number | null => (beside.includes(id) ? beside.indexOf(id) : null)
  const filter = useWorkbench((state) => state.runFilter)
  const chosen = useWorkbench((state) => state.baseline)
  const listed = filterRuns(saved, filter)
  const baseline = baselineOf(saved, chosen)
  const full = beside.length >= MOST_OVERLAYS
  const entry = (run: SavedRun) => (
    <RunEntry
      key={run.id}
      {...{ run, full, running: underWay[run.id] !== undefined, baseline, shown: run.id === shown, place: placeOf(run.id) }}
      onToggle={() => toggle(run.id)}
    />
  )
  return (
    <>
      <section className="section" aria-labelledby="all-runs-title">
        <h2 id="all-runs-title" className="section-head">
          Runs in this browser
        </h2>
        {store === 'busy' && <Remark>Another tab keeps the runs; they can be read there.</Remark>}
        {saved.length === 0 && store !== 'busy' && <p className="empty">Every run is kept here as soon as its first step is done. Press Train to make one.</p>}
        {saved.length > 0 && <RunFilters shown={listed.length} />}
        {saved.length > 0 && listed.length === 0 && <p className="empty">No run passes the filter.</p>}
        <ul className="runs">{listed.map(entry)}</ul>
        <OpenBundle />
      </section>
      <SeedGroups />
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
            <button type="button" className="button" aria-current={shown === RECORDED_RUN} onClick={() => goToRun(RECORDED_RUN)}>
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
