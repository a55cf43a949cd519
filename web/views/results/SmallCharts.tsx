// The small charts: every number that the field watches, on the axis and the cursor of the great ones.

import { useMemo } from 'react'
import { METRICS, type MetricName, smallChart, timeChart } from '../../state/metric-charts.ts'
import type { RunView } from '../../state/run-view.ts'
import type { ChartSettings } from '../../state/series.ts'
import { milliseconds, significant } from '../../text/numbers.ts'
import type { TermName } from '../../text/terms.ts'
import { Term } from '../../ui/Term.tsx'
import { Chart } from './Chart.tsx'

/** The titles that are terms of the field. */
const TERM_OF: Readonly<Partial<Record<MetricName, TermName>>> = {
  entropy: 'entropy',
  kl: 'kl',
  gradNorm: 'gradNorm',
  clipShare: 'clipShare',
  staleness: 'staleness',
  droppedGroups: 'droppedGroups',
  truncated: 'truncated',
  logprobGap: 'logprobGap',
}

export function SmallCharts({ run, settings }: { readonly run: RunView; readonly settings: ChartSettings }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines depend on arms and spec alone
  const charts = useMemo(() => METRICS.map((metric) => ({ ...metric, data: smallChart(run, metric, settings) })), [run.arms, run.spec, settings])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const time = useMemo(() => timeChart(run, settings), [run.arms, run.spec, settings])
  return (
    <>
      <div className="small-charts">
        {charts.map(({ key, title, data }) => {
          const term = TERM_OF[key]
          return (
            <Chart
              key={key}
              title={term === undefined ? title : <Term name={term}>{title}</Term>}
              name={title.toLowerCase()}
              data={data}
              format={significant}
              height={96}
              small
            />
          )
        })}
      </div>
      <div style={{ marginTop: 14 }}>
        <Chart title="Time of a step by phase" name="time of a step by phase" data={time} format={milliseconds} height={130} shares={false} />
      </div>
    </>
  )
}
