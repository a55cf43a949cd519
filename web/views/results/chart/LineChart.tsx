// A chart on a canvas (uPlot). Loaded lazily. It is drawn again only when its data changed, at most four times a
// second, and rebuilt only when its lines or the theme changed. The table twin speaks for it to screen readers.

import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartData } from '../../../state/series.ts'
import { chartColumns, chartOptions } from './chart-options.ts'

const PACE = 250

export interface LineChartProps {
  readonly data: ChartData
  readonly height: number
  readonly small: boolean
  readonly format: (value: number) => string
  /** Changes when colours do. */
  readonly theme: string
  readonly onCursor?: (index: number | null) => void
}

export function LineChart({ data, height, small, format, theme, onCursor }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ plot: uPlot; shape: string; time: number } | null>(null)
  const shape = `${theme} ${data.lines.map((line) => `${line.style}:${line.label}:${line.errors === undefined ? '' : 'band'}`).join()}`

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const draw = (): void => {
      const columns = chartColumns(data)
      const now = performance.now()
      // The labels at the edge close over the lines, so lines that changed need new options; rebuilding a plot of
      // this size takes less than a frame.
      drawn.current?.plot.destroy()
      const options = chartOptions(data, { width: element.clientWidth, height, small }, format)
      const cursor = (plot: uPlot): void => onCursor?.(plot.cursor.idx ?? null)
      const plot = new uPlot({ ...options, hooks: { ...options.hooks, setCursor: [cursor] } }, columns, element)
      drawn.current = { plot, shape, time: now }
    }
    const since = performance.now() - (drawn.current?.time ?? Number.NEGATIVE_INFINITY)
    const wait = drawn.current?.shape === shape ? Math.max(0, PACE - since) : 0
    const timer = setTimeout(draw, wait)
    return () => clearTimeout(timer)
  }, [data, height, small, format, shape, onCursor])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => drawn.current?.plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.current?.plot.destroy()
      drawn.current = null
    }
  }, [height])

  return <div ref={box} className="chart-canvas" style={{ height }} aria-hidden="true" />
}
