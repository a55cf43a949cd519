// The right zone: whether it works. The headline, reward and validation with base line and controls, the small
// charts of the field's vocabulary, the checks, the time.

import { useDeferredValue, useMemo } from 'react'
import { emptyRunView, type RunView } from '../../state/run-view.ts'
import { type ChartSettings, rewardChart, validationChart } from '../../state/series.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed } from '../../text/numbers.ts'
import { AlarmBanner } from './AlarmBanner.tsx'
import { Chart } from './Chart.tsx'
import { Headline } from './Headline.tsx'
import { RunChecks } from './RunChecks.tsx'
import { SmallCharts } from './SmallCharts.tsx'
import { Smoothing } from './Smoothing.tsx'
import { StepTime } from './StepTime.tsx'
import { TakeAway } from './TakeAway.tsx'

const NOTHING = emptyRunView('')
const twoDigits = (value: number): string => fixed(value, 2)

export function ResultsZone() {
  const run = useDeferredValue(useWorkbench((state) => state.run)) ?? NOTHING
  const smoothing = useDeferredValue(useWorkbench((state) => state.smoothing))
  const beside = useWorkbench((state) => state.overlays)
  const settings = useMemo(() => ({ smoothing, beside }), [smoothing, beside])
  return (
    <section className="zone zone-right" aria-label="Whether it works">
      <div className="section">
        <Headline />
      </div>
      <AlarmBanner run={run} />
      <section className="section" aria-label="Held-out reward and training reward">
        <Smoothing />
        <MainCharts run={run} settings={settings} />
      </section>
      <section className="section" aria-label="Training metrics">
        <SmallCharts run={run} settings={settings} />
      </section>
      <section className="section" aria-labelledby="checks-title">
        <h2 id="checks-title" className="section-head">
          Checks
        </h2>
        <RunChecks />
      </section>
      <section className="section" aria-labelledby="time-title">
        <h2 id="time-title" className="section-head">
          Time of a step
        </h2>
        <StepTime />
      </section>
      <section className="section" aria-labelledby="files-title">
        <h2 id="files-title" className="section-head">
          Files
        </h2>
        <TakeAway />
      </section>
    </section>
  )
}

/** Lines depend on arms alone; counts of states and phases change far more often. */
function MainCharts({ run, settings }: { readonly run: RunView; readonly settings: ChartSettings }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const validation = useMemo(() => validationChart(run, settings), [run.arms, run.spec, settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const reward = useMemo(() => rewardChart(run, settings), [run.arms, run.spec, settings])
  return (
    <div style={{ display: 'grid', gap: 18 }}>
      <Chart title="Held-out reward" name="held-out reward" data={validation} format={twoDigits} />
      <Chart title="Training reward" name="training reward" data={reward} format={twoDigits} height={150} />
    </div>
  )
}
