// A chart as a picture that speaks for itself: title, lines, and what each line is, on the page's own ground.

import type { ChartData } from '../../../state/series.ts'
import { paletteColor, STROKES } from './chart-style.ts'

const EDGE = 16
const TITLE = 28
const ENTRY = 20

export async function chartPicture(name: string, { lines }: ChartData, plot: HTMLCanvasElement | null): Promise<Blob> {
  const ratio = devicePixelRatio
  const named = lines.filter((line) => line.style !== 'raw')
  const width = Math.max(240, (plot?.width ?? 0) / ratio) + 2 * EDGE
  const plotHeight = (plot?.height ?? 0) / ratio
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  canvas.height = (EDGE * 2 + TITLE + plotHeight + ENTRY * named.length) * ratio
  const ink = canvas.getContext('2d')
  if (ink === null) throw new Error('This browser gives no canvas to draw on.')
  ink.scale(ratio, ratio)
  ink.fillStyle = paletteColor('--paper')
  ink.fillRect(0, 0, width, canvas.height / ratio)
  ink.fillStyle = paletteColor('--ink')
  ink.textBaseline = 'middle'
  ink.font = `600 14px ${paletteColor('--sans')}`
  ink.fillText(name.charAt(0).toUpperCase() + name.slice(1), EDGE, EDGE + TITLE / 2 - 4)
  if (plot !== null) ink.drawImage(plot, EDGE, EDGE + TITLE, plot.width / ratio, plotHeight)
  ink.font = `12px ${paletteColor('--sans')}`
  for (const [place, line] of named.entries()) {
    const { color, width: thickness, dash } = STROKES[line.style]
    const y = EDGE + TITLE + plotHeight + ENTRY * (place + 0.5)
    ink.strokeStyle = paletteColor(color)
    ink.lineWidth = thickness
    ink.setLineDash([...dash])
    ink.beginPath()
    ink.moveTo(EDGE, y)
    ink.lineTo(EDGE + 26, y)
    ink.stroke()
    ink.fillText(line.label, EDGE + 34, y)
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)), 'image/png'),
  )
}
