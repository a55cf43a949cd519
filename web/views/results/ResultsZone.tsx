// The right zone: whether it works. The headline, the evidence, reward and validation with base line and controls, the small
// charts of the field's vocabulary, the checks, the time.

import { useDeferredValue, useMemo } from 'react'
import { CHART_PACE } from '../../state/follow-pace.ts'
import { emptyRunView, type RunView } from '../../state/run-view.ts'
import { type ChartSettings, rewardChart, seedsApart, validationChart } from '../../state/series.ts'
import { withControls } from '../../state/siblings.ts'
import { usePacedRun } from '../../state/use-paced-run.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { GAME_NOT_MEASURED } from '../../text/games.ts'
import { fixed } from '../../text/numbers.ts'
import { AgentsPanel } from './AgentsPanel.tsx'
import { AlarmBanner } from './AlarmBanner.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { Chart } from './Chart.tsx'
import { Evidence } from './Evidence.tsx'
import { Headline } from './Headline.tsx'
import { PartsPanel } from './PartsPanel.tsx'
import { RunChecks } from './RunChecks.tsx'
import { SmallCharts } from './SmallCharts.tsx'
import { Smoothing } from './Smoothing.tsx'
import { StepTime } from './StepTime.tsx'
import { TakeAway } from './TakeAway.tsx'

const NOTHING = emptyRunView('')
const NO_SEEDS: readonly RunView[] = []
/** Another run, or another status of it, is drawn at once. */
const statusKey = (run: RunView | null): string => `${run?.id} ${run?.status}`
const twoDigits = (value: number): string => fixed(value, 2)

export function ResultsZone() {
  const run = useDeferredValue(usePacedRun(CHART_PACE, statusKey) ?? NOTHING)
  const smoothing = useDeferredValue(useWorkbench((state) => state.smoothing))
  const beside = useWorkbench((state) => state.overlays)
  const siblings = useWorkbench((state) => state.siblings)
  const together = useWorkbench((state) => state.seedsTogether)
  const family = siblings.of === run.id ? siblings.seeds : NO_SEEDS
  const settings = useMemo(() => seedsApart({ smoothing, beside, seeds: together ? family : NO_SEEDS }, family), [smoothing, beside, together, family])
  const whole = useMemo(() => (siblings.of === run.id ? withControls(run, siblings.controls) : run), [run, siblings])
  if (run.status === 'played') return <GameKept />
  return (
    <section className="zone zone-right" aria-label="Whether it works">
      <div className="section">
        <Headline />
      </div>
      <AlarmBanner run={run} />
      <section className="section" aria-label="Held-out return and training return">
        <Smoothing />
        <MainCharts run={whole} settings={settings} />
      </section>
      <PartsPanel run={run} />
      {run.spec !== null && (
        <section className="section" aria-labelledby="evidence-title">
          <h2 id="evidence-title" className="section-head">
            Evidence
          </h2>
          <Evidence run={whole} />
        </section>
      )}
      <AuditPanel run={run} />
      <AgentsPanel run={run} />
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
      <ExportSection />
    </section>
  )
}

/** A game that was kept has no curves: nobody trained, and nothing was measured. */
function GameKept() {
  return (
    <section className="zone zone-right" aria-label="Whether it works">
      <p className="section empty">{GAME_NOT_MEASURED}</p>
      <ExportSection />
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
      <Chart title="Held-out return" name="held-out return" data={validation} format={twoDigits} />
      <Chart title="Training return" name="training return" data={reward} format={twoDigits} height={150} />
    </div>
  )
}

function ExportSection() {
  return (
    <section className="section" aria-labelledby="files-title">
      <h2 id="files-title" className="section-head">
        Export
      </h2>
      <TakeAway />
    </section>
  )
}
