// The run on view and those drawn beside it, compared: what came out of each, and the settings in which they differ.

import { differingSettings, outcomeOf } from '../../state/comparison.ts'
import { OVERLAY_LETTERS } from '../../state/overlays.ts'
import { RECORDED_RUN } from '../../state/recording.ts'
import { nameOfRun } from '../../state/run-name.ts'
import type { RunView } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed, milliseconds, signed, significant } from '../../text/numbers.ts'
import { valueWords } from '../../text/run-list.ts'

interface Column {
  readonly head: string
  readonly view: RunView
}

const OUTCOMES: readonly { readonly title: string; readonly text: (view: RunView) => string }[] = [
  { title: 'Steps done', text: (view) => String(outcomeOf(view).steps) },
  { title: 'Held-out return, base', text: (view) => shown(outcomeOf(view).gain?.base, (value) => fixed(value, 3)) },
  { title: 'Held-out return, last', text: (view) => shown(outcomeOf(view).gain?.now, (value) => fixed(value, 3)) },
  { title: 'Gain, 95 %', text: (view) => gainText(view) },
  { title: 'Greedy, last', text: (view) => shown(outcomeOf(view).greedy, (value) => fixed(value, 3)) },
  { title: 'Entropy, last', text: (view) => shown(outcomeOf(view).entropy, significant) },
  { title: 'KL to the base, last', text: (view) => shown(outcomeOf(view).kl, significant) },
  { title: 'Time of all steps', text: (view) => milliseconds(outcomeOf(view).milliseconds) },
  { title: 'Engine', text: (view) => (view.service === null ? '–' : `${view.service.engine}, ${view.service.device}`) },
]

export function Comparison() {
  const run = useWorkbench((state) => state.run)
  const overlays = useWorkbench((state) => state.overlays)
  const saved = useWorkbench((state) => state.saved)
  if (run === null || run.spec === null || overlays.length === 0) {
    return (
      <section className="section">
        <p className="small faint">Tick “On the charts” at one run or several: they are drawn beside the run on view, and compared here.</p>
      </section>
    )
  }
  const own = run.id === RECORDED_RUN ? 'the recording' : (saved.find(({ id }) => id === run.id)?.name ?? nameOfRun(run.id))
  const columns: readonly Column[] = [
    { head: own, view: run },
    ...overlays.map((overlay, place) => ({ head: `${OVERLAY_LETTERS[place] ?? ''}: ${overlay.name}`, view: overlay.view })),
  ]
  const settings = differingSettings(columns.flatMap(({ view }) => (view.spec === null ? [] : [view.spec])))
  return (
    <section className="section" aria-labelledby="compare-title">
      <h2 id="compare-title" className="section-head">
        Compared
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Runs compared">
        <table className="table">
          <thead>
            <tr>
              <th>What</th>
              {columns.map(({ head }) => (
                <th key={head} className="right">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {OUTCOMES.map(({ title, text }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {columns.map(({ head, view }) => (
                  <td key={head} className="right">
                    {text(view)}
                  </td>
                ))}
              </tr>
            ))}
            {settings.map((row) => (
              <tr key={row.path}>
                <th scope="row">{row.title}</th>
                {columns.map(({ head }, place) => (
                  <td key={head} className="right">
                    {valueWords(row.values[place] ?? null)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {settings.length === 0 && <p className="small faint">Their settings are the same.</p>}
    </section>
  )
}

const shown = (value: number | null | undefined, format: (value: number) => string): string => (value === null || value === undefined ? '–' : format(value))

function gainText(view: RunView): string {
  const { gain } = outcomeOf(view)
  return gain === null ? '–' : `${signed(gain.difference, 3)} ± ${fixed(gain.halfWidth, 3)}`
}
