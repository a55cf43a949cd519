// A chart on a canvas (uPlot). Loaded lazily. New values go into the plot that is there, at most four times a
// second; it is made anew only when its lines or the theme changed. Far from the screen it is not drawn: a zone behind a tab, and a chart
// below the fold, cost nothing and come back as they were. The table twin speaks for it to screen readers.

import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartData } from '../../../state/series.ts'
import { chartColumns, chartOptions } from './chart-options.ts'
import { paletteColor } from './chart-style.ts'

const PACE = 250
/** Around its zone: what comes on the screen next is drawn already. */
const MARGIN = '200px 0px'

export interface LineChartProps {
  readonly data: ChartData
  readonly height: number
  readonly small: boolean
  readonly shares: boolean
  readonly format: (value: number) => string
  /** Changes when colours do. */
  readonly theme: string
  readonly onCursor?: (index: number | null) => void
  /** The step at which the clock of the page stands; null while the newest is followed. */
  readonly selected: number | null
  readonly onPick: (step: number) => void
}

interface Drawn {
  readonly plot: uPlot
  readonly shape: string
  time: number
}

export function LineChart({ data, height, small, shares, format, theme, onCursor, selected, onPick }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn | null>(null)
  /** In pixels; 0 until the browser has told. */
  const width = useRef(0)
  const near = useRef(false)
  /** What is to be drawn once it comes near the screen. */
  const waiting = useRef<(() => void) | null>(null)
  const newest = useRef(data)
  const clock = useRef(selected)
  const shape = `${theme} ${data.until} ${data.lines.map((line) => `${line.style}:${line.label}:${line.errors === undefined && line.band === undefined ? '' : 'band'}`).join()}`

  useEffect(() => {
    newest.current = data
    const element = box.current
    if (element === null) return
    const draw = (): void => {
      // Asking the element itself would make the browser lay out what it has put off.
      if (width.current === 0 || !near.current) {
        waiting.current = draw
        return
      }
      waiting.current = null
      const { current } = drawn
      if (current !== null && current.shape === shape) {
        current.time = performance.now()
        current.plot.setData(chartColumns(data))
        return
      }
      current?.plot.destroy()
      const options = chartOptions(() => newest.current, { width: width.current, height, small, shares }, format)
      const cursor = (plot: uPlot): void => onCursor?.(plot.cursor.idx ?? null)
      const marked = (plot: uPlot): void => {
        for (const { step } of newest.current.marks ?? []) drawMark(plot, step)
        drawClock(plot, clock.current)
      }
      const plot = new uPlot({ ...options, hooks: { ...options.hooks, setCursor: [cursor], drawAxes: [marked] } }, chartColumns(data), element)
      plot.over.addEventListener('click', () => {
        const step = plot.cursor.idx == null ? undefined : newest.current.steps[plot.cursor.idx]
        if (step !== undefined) onPick(step)
      })
      drawn.current = { plot, shape, time: performance.now() }
    }
    const since = performance.now() - (drawn.current?.time ?? Number.NEGATIVE_INFINITY)
    const timer = setTimeout(draw, drawn.current?.shape === shape ? Math.max(0, PACE - since) : 0)
    return () => {
      clearTimeout(timer)
      // What waited is of older data: its columns would not be those of the lines that `newest` names.
      if (waiting.current === draw) waiting.current = null
    }
  }, [data, height, small, shares, format, shape, onCursor, onPick])

  useEffect(() => {
    clock.current = selected
    const redraw = (): void => drawn.current?.plot.redraw(false, false)
    if (near.current) redraw()
    else waiting.current ??= redraw
  }, [selected])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const catchUp = (): void => {
      const late = waiting.current
      if (late === null || width.current === 0 || !near.current) return
      // Each in a task of its own: the zone is on the screen before its charts have caught up.
      setTimeout(() => {
        if (waiting.current !== late) return
        waiting.current = null
        late()
      })
    }
    const sized = new ResizeObserver(() => {
      const now = element.clientWidth
      // Behind a tab it keeps the width that it had.
      if (now === 0) return
      width.current = now
      const plot = drawn.current?.plot
      if (plot !== undefined && plot.width !== now) plot.setSize({ width: now, height })
      catchUp()
    })
    const seen = new IntersectionObserver(
      (entries) => {
        near.current = entries.at(-1)?.isIntersecting === true
        catchUp()
      },
      { root: element.closest('.zone'), rootMargin: MARGIN },
    )
    sized.observe(element)
    seen.observe(element)
    return () => {
      sized.disconnect()
      seen.disconnect()
      width.current = 0
      near.current = false
      waiting.current = null
      drawn.current?.plot.destroy()
      drawn.current = null
    }
  }, [height])

  return <div ref={box} className="chart-canvas" style={{ height }} aria-hidden="true" />
}

/** A broken line where something happened between two steps, behind the curves; the legend says what. */
function drawMark(plot: uPlot, step: number): void {
  const { ctx, bbox } = plot
  const x = Math.round(plot.valToPos(step, 'x', true))
  if (x < bbox.left || x > bbox.left + bbox.width) return
  ctx.save()
  ctx.strokeStyle = paletteColor('--ink')
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.restore()
}

/** A line where the clock of the page stands, behind the curves. */
function drawClock(plot: uPlot, step: number | null): void {
  if (step === null) return
  const { ctx, bbox } = plot
  const x = Math.round(plot.valToPos(step, 'x', true))
  if (x < bbox.left || x > bbox.left + bbox.width) return
  ctx.save()
  ctx.fillStyle = paletteColor('--accent')
  ctx.fillRect(x - devicePixelRatio / 2, bbox.top, 1.5 * devicePixelRatio, bbox.height)
  ctx.restore()
}
