// The numbers at the right edge of a chart: the last value of every line, pushed apart so that none covers another.

import type uPlot from 'uplot'
import type { Line } from '../../../state/series.ts'
import { paletteColor, STROKES } from './chart-style.ts'

const SPACING = 13

export interface EdgeLabel {
  readonly text: string
  readonly y: number
  readonly color: string
}

/** Moves labels down, then back up from the bottom, until they are `spacing` apart within [top, bottom]. */
export function spread(labels: readonly EdgeLabel[], top: number, bottom: number, spacing = SPACING): EdgeLabel[] {
  const sorted = [...labels].sort((a, b) => a.y - b.y)
  let limit = top
  const placed = sorted.map((label) => {
    const y = Math.max(label.y, limit)
    limit = y + spacing
    return { ...label, y }
  })
  limit = bottom
  return placed
    .reverse()
    .map((label) => {
      const y = Math.min(label.y, limit)
      limit = y - spacing
      return { ...label, y }
    })
    .reverse()
}

export function drawEdgeLabels(plot: uPlot, lines: readonly Line[], format: (value: number) => string): void {
  const ratio = devicePixelRatio
  const labels: EdgeLabel[] = []
  for (const line of lines) {
    const last = line.values.findLast((value) => value !== null)
    if (line.style === 'raw' || last === null || last === undefined) continue
    labels.push({ text: format(last), y: plot.valToPos(last, 'y'), color: paletteColor(STROKES[line.style].color) })
  }
  const { ctx, bbox } = plot
  ctx.save()
  ctx.font = `600 ${11 * ratio}px ${paletteColor('--sans')}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  for (const label of spread(labels, 4, bbox.height / ratio - 4)) {
    ctx.fillStyle = label.color
    ctx.fillText(label.text, bbox.left + bbox.width + 6 * ratio, bbox.top + label.y * ratio)
  }
  ctx.restore()
}
