// From plain lines to the options and columns of uPlot. Pure but for the palette's colours.

import type uPlot from 'uplot'
import type { ChartData, Line } from '../../../state/series.ts'
import { whole } from '../../../text/numbers.ts'
import { paletteColor, STROKES } from './chart-style.ts'
import { drawEdgeLabels } from './edge-labels.ts'

export interface ChartSize {
  readonly width: number
  readonly height: number
  /** Small charts have two ticks and no labels on the axis of steps. */
  readonly small: boolean
  /** Values between 0 and 1 keep that frame. */
  readonly shares: boolean
}

const EDGE = 46
const SMALL_EDGE = 50
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]

/** Step numbers, then a column per line; a line with a band brings its upper and lower bound. */
export function chartColumns({ steps, lines, until }: ChartData): uPlot.AlignedData {
  const columns: (number | null)[][] = []
  for (const line of lines) {
    // A level holds to the end of the chart, also where the run has not been yet.
    columns.push([...line.values, line.style === 'base' ? (line.values.at(-1) ?? null) : null])
    if (hasBand(line)) columns.push([...bound(line, 1), null], [...bound(line, -1), null])
  }
  return [[...steps, until], ...columns]
}

/** `data` is asked again at every drawing: the labels at the edge follow it, the lines themselves must stay the same. */
export function chartOptions(data: () => ChartData, size: ChartSize, format: (value: number) => string): uPlot.Options {
  const { lines, until } = data()
  const series: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  for (const line of lines) {
    const { color, width, dash, opacity } = STROKES[line.style]
    series.push({
      label: line.label,
      stroke: paletteColor(color),
      width,
      dash: [...dash],
      alpha: opacity,
      spanGaps: true,
      points: { show: line.style === 'raw' ? false : fewValues, size: 5, fill: paletteColor(color) },
    })
    if (!hasBand(line)) continue
    const upper = series.length
    for (let side = 0; side < 2; side++) series.push({ label: '', stroke: 'transparent', width: 0, spanGaps: true, points: { show: false } })
    bands.push({ series: [upper, upper + 1], fill: `${paletteColor(color)}22` })
  }
  const axis: uPlot.Axis = {
    stroke: paletteColor('--ink-faint'),
    font: `11px ${paletteColor('--sans')}`,
    grid: { stroke: paletteColor('--rule'), width: 1 },
    ticks: { show: false },
  }
  const values = (_plot: uPlot, ticks: readonly number[]) => ticks.map(axisText)
  return {
    width: size.width,
    height: size.height,
    padding: [6, size.small ? SMALL_EDGE : EDGE, 0, 0],
    legend: { show: false },
    cursor: { sync: { key: 'steps' }, y: false, drag: { x: false, y: false }, points: { size: 6 } },
    scales: { x: { time: false, range: () => [0, until] }, y: { range: (_plot, low, high) => valueRange(low, high, size.shares) } },
    axes: [
      { ...axis, size: size.small ? 18 : 24, gap: 3, grid: { show: false }, space: size.small ? 34 : 50, incrs: WHOLE_STEPS, values },
      { ...axis, size: 44, gap: 4, space: size.small ? 30 : 34, values },
    ],
    series,
    bands,
    hooks: { draw: [(plot) => drawEdgeLabels(plot, data().lines, format)] },
  }
}

const SAME = 1e-6

/** Shares between 0 and 1 keep that frame, so that charts can be compared; everything else gets some air. */
export function valueRange(low: number | null, high: number | null, shares: boolean): [number, number] {
  if (low === null || high === null) return [0, 1]
  if (shares && low >= 0 && high <= 1) return [0, 1]
  // Values that differ in their last bits alone are one value: an axis between them has no ticks.
  const size = Math.max(Math.abs(low), Math.abs(high))
  const spread = high - low > SAME * size ? high - low : size || 1
  const air = spread * 0.08
  return [low >= 0 && low - air < 0 ? 0 : low - air, high + air]
}

const FEW = 12

/** A line of few values shows where they were measured. */
function fewValues(plot: uPlot, index: number): boolean {
  const values = plot.data[index]
  let count = 0
  for (const value of values ?? []) if (value !== null && value !== undefined) count += 1
  return count <= FEW
}

export function axisText(tick: number): string {
  const size = Math.abs(tick)
  const text = size >= 1000 ? whole(size) : String(Number(size.toPrecision(3)))
  return tick < 0 ? `−${text}` : text
}

const hasBand = ({ errors, band }: Line): boolean => errors !== undefined || band !== undefined

function bound(line: Line, side: 1 | -1): readonly (number | null)[] {
  if (line.band !== undefined) return side === 1 ? line.band.high : line.band.low
  return line.values.map((value, index) => (value === null ? null : value + side * (line.errors?.[index] ?? 0)))
}
