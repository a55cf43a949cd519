// A chart on a canvas (uPlot). Loaded lazily. New values go into the plot that is there, at most four times a
// second; it is made anew only when its lines or the theme changed. The table twin speaks for it to screen readers.

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
  readonly shares: boolean
  readonly format: (value: number) => string
  /** Changes when colours do. */
  readonly theme: string
  readonly onCursor?: (index: number | null) => void
}

interface Drawn {
  readonly plot: uPlot
  readonly shape: string
  time: number
}

export function LineChart({ data, height, small, shares, format, theme, onCursor }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  const newest = useRef(data)
  const shape = `${theme} ${data.until} ${data.lines.map((line) => `${line.style}:${line.label}:${line.errors === undefined ? '' : 'band'}`).join()}`

  useEffect(() => {
    newest.current = data
    const element = box.current
    if (element === null) return
    const draw = (): void => {
      const { current } = drawn
      if (current !== null && current.shape === shape) {
        current.time = performance.now()
        current.plot.setData(chartColumns(data))
        return
      }
      current?.plot.destroy()
      const options = chartOptions(() => newest.current, { width: element.clientWidth, height, small, shares }, format)
      const cursor = (plot: uPlot): void => onCursor?.(plot.cursor.idx ?? null)
      const plot = new uPlot({ ...options, hooks: { ...options.hooks, setCursor: [cursor] } }, chartColumns(data), element)
      drawn.current = { plot, shape, time: performance.now() }
    }
    const since = performance.now() - (drawn.current?.time ?? Number.NEGATIVE_INFINITY)
    const timer = setTimeout(draw, drawn.current?.shape === shape ? Math.max(0, PACE - since) : 0)
    return () => clearTimeout(timer)
  }, [data, height, small, shares, format, shape, onCursor])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const plot = drawn.current?.plot
      if (plot !== undefined && plot.width !== element.clientWidth) plot.setSize({ width: element.clientWidth, height })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.current?.plot.destroy()
      drawn.current = null
    }
  }, [height])

  return <div ref={box} className="chart-canvas" style={{ height }} aria-hidden="true" />
}
