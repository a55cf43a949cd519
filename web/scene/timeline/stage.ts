// The drawing as it stands in the page: a canvas, the words on it and the times under it. It holds the window itself, so that moving about
// asks nobody; the view hears of it when the movement has come to rest. Draws when something has changed, at most once a frame.

import { drawOnCanvas } from './draw-canvas.ts'
import { drawWithThree } from './draw-three.ts'
import type { Colours, TimelineDrawing } from './drawing.ts'
import { watchGestures } from './gestures.ts'
import { createLabelLayer } from './label-layer.ts'
import { labelsOf, machinesOf, type TokensOf, turnsHaveWords } from './labels.ts'
import { type Barrier, type Block, type Chosen, type Layout, whatIsAt } from './layout.ts'
import { panned, ticks, type Window, within, zoomed } from './window.ts'

/** Where it stands; all of them keep their size by themselves. */
export interface StagePlaces {
  /** Scrolls down where there are more lanes than fit. */
  readonly scroller: HTMLElement
  /** As high as all lanes. */
  readonly sheet: HTMLElement
  readonly axis: HTMLElement
}

export interface StageListener {
  settled(window: Window): void
  picked(found: Block | Barrier | null): void
  /** Somebody takes hold of the time, moves it, lets go. */
  scrubBegun(): void
  scrubbed(time: number): void
  scrubEnded(): void
}

export interface Stage {
  readonly drawnWith: () => TimelineDrawing['kind'] | null
  layOut(layout: Layout): void
  look(window: Window): void
  choose(chosen: Chosen | null, cursor: number | null): void
  colour(colours: Colours): void
  tokens(tokensOf: TokensOf): void
  pan(share: number): void
  zoom(factor: number): void
  dispose(): void
}

/** So long after the last movement the view is told, in milliseconds; where frames are slow, after so many of them. */
const [REST, REST_FRAMES] = [140, 4]
/** Pixels between two labels of the axis. */
const TICK = 90
/** Pixels around a barrier that still mean it. */
const REACH = 3

/** `words`: what stands at a time of the axis, given the distance of two such labels. */
export function createStage({ scroller, sheet, axis }: StagePlaces, told: StageListener, words: (time: number, distance: number) => string): Stage {
  let canvas = newCanvas(sheet)
  let unwatch = (): void => undefined
  let drawing: TimelineDrawing | null = drawWithThree(canvas, () => replaceByCanvas())
  let layout: Layout | null = null
  let machines: readonly Block[] = []
  let window: Window = { from: 0, to: 1 }
  let [colours, marked]: [Colours | null, readonly [Chosen | null, number | null]] = [null, [null, null]]
  let tokensOf: TokensOf = () => null
  let [width, height] = [0, 0]
  let [frame, moved, slowest] = [0, 0, 0]
  let rest: ReturnType<typeof setTimeout> | undefined
  const captions = createLabelLayer(sheet, 'timeline-words')
  const times = createLabelLayer(axis, 'timeline-ticks')

  const start = (): void => {
    unwatch = watchGestures(canvas, {
      pan: (by) => move(panned(window, by / Math.max(1, width), layout?.length ?? 0)),
      zoom: (factor, share) => move(zoomed(window, factor, share, layout?.length ?? 0)),
      press(x, y) {
        if (layout === null) return
        const perPixel = (window.to - window.from) / Math.max(1, width)
        told.picked(whatIsAt(layout, window.from + x * perPixel, y < layout.pinnedHeight ? y : y + scroller.scrollTop, REACH * perPixel))
      },
    })
  }
  /** The GPU gave nothing, or took it back: the other drawing goes on with all that this one knew. */
  function replaceByCanvas(): void {
    unwatch()
    drawing?.dispose()
    canvas.remove()
    canvas = newCanvas(sheet)
    drawing = drawOnCanvas(canvas)
    if (colours !== null) drawing?.colour(colours)
    if (layout !== null) drawing?.layOut(layout)
    drawing?.choose(...marked)
    start()
    draw()
  }
  const draw = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  const paint = (): void => {
    frame = 0
    if (drawing === null || layout === null || colours === null || width === 0 || height === 0) return
    const begun = performance.now()
    const shown = { window, width, height, top: scroller.scrollTop, pinned: layout.pinnedHeight, pixelRatio: globalThis.devicePixelRatio }
    const drawn = drawing.draw(shown)
    captions.show(labelsOf(layout, machines, shown, tokensOf))
    const labels = ticks(window, Math.max(2, Math.floor(width / TICK)))
    const distance = labels.length > 1 ? (labels[1] ?? 0) - (labels[0] ?? 0) : window.to - window.from
    const scale = width / (window.to - window.from)
    times.show(labels.map((time) => ({ left: (time - window.from) * scale, width: TICK, top: 0, height: 20, text: words(time, distance), kind: 'onPale' })))
    // For whoever measures; one entry is kept.
    performance.clearMeasures('timeline')
    performance.measure('timeline', { start: begun, detail: { ...drawn, drawing: drawing.kind } })
  }
  const move = (next: Window): void => {
    window = next
    draw()
    const now = performance.now()
    // A movement after a rest says nothing about frames.
    slowest = now - moved > 2000 ? 0 : Math.max(slowest * 0.9, now - moved)
    moved = now
    clearTimeout(rest)
    rest = setTimeout(() => told.settled(window), Math.max(REST, REST_FRAMES * slowest))
  }
  const measure = new ResizeObserver(() => {
    ;[width, height] = [Math.floor(sheet.clientWidth), Math.min(Math.floor(scroller.clientHeight), layout?.height ?? 0)]
    canvas.style.height = `${height}px`
    draw()
  })
  let held: number | null = null
  const scrub = (event: PointerEvent): void => {
    if (event.type === 'pointerdown' && event.button === 0 && held === null) {
      held = event.pointerId
      axis.setPointerCapture(held)
      told.scrubBegun()
    }
    if (event.pointerId !== held) return
    const box = axis.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)))
    told.scrubbed(window.from + share * (window.to - window.from))
  }
  const letGo = (event: PointerEvent): void => {
    if (event.pointerId !== held) return
    held = null
    told.scrubEnded()
  }

  if (drawing === null) replaceByCanvas()
  else start()
  measure.observe(scroller)
  measure.observe(sheet)
  scroller.addEventListener('scroll', draw)
  axis.addEventListener('pointerdown', scrub)
  axis.addEventListener('pointermove', scrub)
  axis.addEventListener('lostpointercapture', letGo)

  return {
    drawnWith: () => drawing?.kind ?? null,
    layOut(next) {
      layout = next
      machines = machinesOf(next)
      window = within(window, next.length)
      drawing?.layOut(next)
      drawing?.choose(...marked)
      draw()
    },
    look(next) {
      if (next.from === window.from && next.to === window.to) return
      clearTimeout(rest)
      window = next
      draw()
    },
    choose(chosen, cursor) {
      marked = [chosen, cursor]
      drawing?.choose(chosen, cursor)
      draw()
    },
    colour(next) {
      colours = next
      drawing?.colour(next)
      draw()
    },
    tokens(next) {
      tokensOf = next
      if (layout !== null && turnsHaveWords(layout)) draw()
    },
    pan: (share) => move(panned(window, share, layout?.length ?? 0)),
    zoom: (factor) => move(zoomed(window, factor, 0.5, layout?.length ?? 0)),
    dispose() {
      cancelAnimationFrame(frame)
      clearTimeout(rest)
      measure.disconnect()
      unwatch()
      scroller.removeEventListener('scroll', draw)
      axis.removeEventListener('pointerdown', scrub)
      axis.removeEventListener('pointermove', scrub)
      axis.removeEventListener('lostpointercapture', letGo)
      captions.dispose()
      times.dispose()
      drawing?.dispose()
      canvas.remove()
    },
  }
}

function newCanvas(sheet: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  sheet.prepend(canvas)
  return canvas
}
