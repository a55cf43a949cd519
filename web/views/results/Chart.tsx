// A chart with its title, legend and table twin. The drawing itself comes lazily; until then its place is kept.

import { lazy, useCallback, useEffect, useRef, useState } from 'react'
import { selectStep } from '../../commands/navigate.ts'
import type { ChartData, Line } from '../../state/series.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { useMedia } from '../../ui/use-media.ts'
import { Part } from '../Part.tsx'
import { ChartTable } from './ChartTable.tsx'
import { STROKES } from './chart/chart-style.ts'

const ChartMenu = lazy(async () => ({ default: (await import('./chart/ChartMenu.tsx')).ChartMenu }))
const LineChart = lazy(async () => ({ default: (await import('./chart/LineChart.tsx')).LineChart }))

export interface ChartProps {
  readonly title: React.ReactNode
  /** What the table is called. */
  readonly name: string
  readonly data: ChartData
  readonly format: (value: number) => string
  readonly height?: number
  readonly small?: boolean
  /** Values between 0 and 1 keep that frame, so that charts can be compared. */
  readonly shares?: boolean
}

export function Chart({ title, name, data, format, height = 200, small = false, shares = !small }: ChartProps) {
  const theme = useWorkbench((state) => state.theme)
  const dark = useMedia('(prefers-color-scheme: dark)')
  const [cursor, setCursor] = useState<number | null>(null)
  const selected = useWorkbench((state) => state.selection.step)
  const figure = useRef<HTMLElement>(null)
  const latest = useRef(data)
  useEffect(() => {
    latest.current = data
  })
  const newest = useCallback(() => latest.current, [])
  const canvas = useCallback(() => figure.current?.querySelector('canvas') ?? null, [])
  const spoken = data.lines.filter((line) => line.style !== 'raw')
  return (
    <figure ref={figure} className="chart">
      <figcaption className="chart-title">
        <span className={small ? 'small' : undefined} style={small ? undefined : { fontWeight: 600 }}>
          {title}
        </span>
        {cursor !== null && data.steps[cursor] !== undefined && <span className="small faint number">{cursorText(data, cursor, small, format)}</span>}
        {data.steps.length > 0 && (
          <Part quiet waiting={<span className="chart-menu" />}>
            <ChartMenu name={name} data={newest} canvas={canvas} />
          </Part>
        )}
      </figcaption>
      {/* The drawing is one script for all charts: the large ones say that it is missing. */}
      <Part quiet={small} waiting={<div style={{ height }} />}>
        <LineChart
          data={data}
          height={height}
          small={small}
          shares={shares}
          format={format}
          theme={`${theme} ${dark}`}
          onCursor={setCursor}
          selected={selected}
          onPick={pickStep}
        />
      </Part>
      {!small && (
        <ul className="legend small soft">
          {spoken.map((line) => (
            <LegendEntry key={line.label} line={line} cursor={cursor} format={format} />
          ))}
          {data.marks?.map(({ step, label }) => (
            <li key={step} data-testid="chart-mark">
              <svg viewBox="0 0 22 8" aria-hidden="true">
                <path d="M11 0V8" stroke="var(--ink)" strokeWidth={1.5} strokeDasharray="2 1" />
              </svg>
              From step {step + 1} on {label}
            </li>
          ))}
        </ul>
      )}
      <ChartTable name={name} data={data} format={format} small={small} />
    </figure>
  )
}

/** Small charts have no legend: their value stands beside the step. */
function cursorText({ steps, lines }: ChartData, cursor: number, small: boolean, format: (value: number) => string): string {
  const value = lines.find((line) => line.style === 'policy')?.values[cursor] ?? null
  return `step ${steps[cursor]}${small && value !== null ? `: ${format(value)}` : ''}`
}

function LegendEntry({ line, cursor, format }: { readonly line: Line; readonly cursor: number | null; readonly format: (value: number) => string }) {
  const { color, width, dash } = STROKES[line.style]
  const value = cursor === null ? null : (line.values[cursor] ?? null)
  return (
    <li>
      <svg viewBox="0 0 22 8" aria-hidden="true">
        <path d="M0 4H22" stroke={`var(${color})`} strokeWidth={width} strokeDasharray={dash.join(' ')} />
      </svg>
      {line.label}
      {value !== null && <b className="number">{format(value)}</b>}
    </li>
  )
}

/** Before the first step there is an evaluation, and nothing else to look at. */
const pickStep = (step: number): void => {
  if (step > 0) selectStep(step)
}
