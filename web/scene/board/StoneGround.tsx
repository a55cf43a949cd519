// Where a board of stones is drawn as objects: a canvas under the grid of cells, which asks for three only when it is there. It says
// when it has drawn, so that the plain drawing can go, and when it cannot, so that the plain one stays.

import { useEffect, useRef } from 'react'
import type { GridScene } from '../../../src/environments/scene.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import type { Region, StoneColours, StoneStage } from './stone-stage.ts'

export interface StoneGroundProps {
  readonly scene: GridScene
  /** What of the board's plane the box shows, in cells. */
  readonly region: Region
  readonly onDrawn: (drawn: boolean) => void
}

const painted = (): Promise<void> => new Promise(afterPaint)

/** Room around the box for the shadow on the desk, in cells. */
const AROUND = 0.24

export function StoneGround({ scene, region, onDrawn }: StoneGroundProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(scene)
  const redraw = useRef<() => void>(() => undefined)
  const told = useRef(onDrawn)
  told.current = onDrawn
  const { left, top, width, height } = region
  useEffect(() => {
    latest.current = scene
    // The canvas costs more than all that is said about the board, and follows one paint later.
    return afterPaint(() => redraw.current())
  }, [scene])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    let stage: StoneStage | null = null
    let gone = false
    const draw = (): void => {
      if (stage === null || gone || element.clientWidth === 0) return
      stage.draw(latest.current, coloursOf(element))
      told.current(true)
    }
    const fit = (): void => {
      if (element.clientWidth === 0) return
      stage?.resize(element.clientWidth, element.clientHeight, Math.min(2, devicePixelRatio))
      draw()
    }
    const watch = new ResizeObserver(fit)
    const theme = new MutationObserver(draw)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    // One thing a task: together they would keep a phone from hearing a press.
    const begin = async (): Promise<void> => {
      const { createStoneStage } = await import('./stone-stage.ts')
      await painted()
      if (gone) return
      const all = { left: left - AROUND, top: top - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND }
      const made = createStoneStage(element, all, () => told.current(false))
      if (made === null) return told.current(false)
      await painted()
      // Compiling asks for the stage until it is done: it goes only then.
      await made.prepare(latest.current, coloursOf(element)).finally(() => gone && made.dispose())
      if (gone) return
      stage = made
      redraw.current = draw
      watch.observe(element)
      theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
      scheme.addEventListener('change', draw)
    }
    // Without its script the plain drawing stays.
    begin().catch(() => gone || told.current(false))
    return () => {
      gone = true
      redraw.current = () => undefined
      watch.disconnect()
      theme.disconnect()
      scheme.removeEventListener('change', draw)
      stage?.dispose()
    }
  }, [left, top, width, height])
  const beyond = (of: number): string => `${(-100 * AROUND) / of}%`
  return (
    <div
      className="board-stones"
      aria-hidden="true"
      style={{ left: beyond(width), top: beyond(height), width: `${100 + (200 * AROUND) / width}%`, height: `${100 + (200 * AROUND) / height}%` }}
    >
      <canvas ref={canvas} />
    </div>
  )
}

function coloursOf(element: Element): StoneColours {
  const style = getComputedStyle(element)
  const of = (name: string): string => style.getPropertyValue(name).trim()
  return { ground: of('--board'), ink: of('--board-ink'), first: of('--stone-first'), second: of('--stone-second') }
}
