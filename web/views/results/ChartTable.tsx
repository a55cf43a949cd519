// The table twin of a chart: the same numbers as rows, drawn only when it is opened, and to be copied as CSV.

import { useState } from 'react'
import { copyText } from '../../commands/take-away.ts'
import { chartCsv } from '../../state/chart-csv.ts'
import type { ChartData } from '../../state/series.ts'
import { Icon } from '../../ui/Icon.tsx'

export interface ChartTableProps {
  readonly name: string
  readonly data: ChartData
  readonly format: (value: number) => string
  readonly small: boolean
}

export function ChartTable({ name, data, format, small }: ChartTableProps) {
  const [open, setOpen] = useState(false)
  if (data.steps.length === 0) return null
  return (
    <details className="more small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={`Numbers of ${name}`}>{small ? 'Numbers' : 'Numbers as a table'}</summary>
      {open && <Rows name={name} data={data} format={format} />}
    </details>
  )
}

function Rows({ name, data, format }: Omit<ChartTableProps, 'small'>) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" style={{ maxHeight: 260, overflow: 'auto' }} tabIndex={0} aria-label={`Table of ${name}`}>
        <table className="table">
          <thead>
            <tr>
              <th>Step</th>
              {data.lines.map((line) => (
                <th key={line.label} className="right">
                  {line.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.steps.map((step, index) => (
              <tr key={step}>
                <td>{step}</td>
                {data.lines.map((line) => {
                  const value = line.values[index] ?? null
                  const error = line.errors?.[index] ?? null
                  const [low, high] = [line.band?.low[index] ?? null, line.band?.high[index] ?? null]
                  return (
                    <td key={line.label} className="right">
                      {value === null ? '' : format(value)}
                      {value === null || error === null ? '' : ` ± ${format(error)}`}
                      {low === null || high === null ? '' : ` (${format(low)} to ${format(high)})`}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <button type="button" className="button button-quiet" onClick={() => void copyText(chartCsv(data))}>
        <Icon name="copy" />
        Copy as CSV
      </button>
    </>
  )
}
