// The right zone: whether it works. The headline, reward and validation with base line and controls, the small
// charts of the field's vocabulary, the checks, the time.

import { useDeferredValue, useMemo } from 'react'
import { emptyRunView, type RunView } from '../../state/run-view.ts'
import { metricChart, rewardChart, validationChart } from '../../state/series.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed, significant } from '../../text/numbers.ts'
import { Term } from '../../ui/Term.tsx'
import { Chart } from './Chart.tsx'
import { Headline } from './Headline.tsx'
import { RunChecks } from './RunChecks.tsx'
import { StepTime } from './StepTime.tsx'
import { TakeAway } from './TakeAway.tsx'

const NOTHING = emptyRunView('')
const twoDigits = (value: number): string => fixed(value, 2)

export function ResultsZone() {
  const run = useDeferredValue(useWorkbench((state) => state.run)) ?? NOTHING
  return (
    <section className="zone zone-right" aria-label="Whether it works">
      <div className="section">
        <Headline />
      </div>
      <section className="section" aria-label="Held-out reward and training reward">
        <MainCharts run={run} />
      </section>
      <section className="section" aria-label="Training metrics">
        <SmallCharts run={run} />
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
function MainCharts({ run }: { readonly run: RunView }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const validation = useMemo(() => validationChart(run), [run.arms, run.spec])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const reward = useMemo(() => rewardChart(run), [run.arms, run.spec])
  return (
    <div style={{ display: 'grid', gap: 18 }}>
      <Chart title="Held-out reward" name="held-out reward" data={validation} format={twoDigits} />
      <Chart title="Training reward" name="training reward" data={reward} format={twoDigits} height={150} />
    </div>
  )
}

function SmallCharts({ run }: { readonly run: RunView }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines depend on arms and spec alone
  const charts = useMemo(
    () =>
      [
        { name: 'loss', title: 'Loss', data: metricChart(run, 'Loss', (point) => point.metrics.loss) },
        {
          name: 'entropy',
          title: <Term name="entropy">Entropy</Term>,
          data: metricChart(run, 'Entropy', (point) => point.metrics.entropy),
        },
        {
          name: 'KL to the base',
          title: <Term name="kl">KL to the base</Term>,
          data: metricChart(run, 'KL', (point) => point.metrics.klToBase),
        },
        {
          name: 'gradient norm',
          title: <Term name="gradNorm">Gradient norm</Term>,
          data: metricChart(run, 'Norm', (point) => point.metrics.gradNorm),
        },
      ] as const,
    [run.arms, run.spec],
  )
  return (
    <div className="small-charts">
      {charts.map((chart) => (
        <Chart key={chart.name} title={chart.title} name={chart.name} data={chart.data} format={significant} height={96} small />
      ))}
    </div>
  )
}
