// The timeline on a 2-D canvas, where there is no WebGL. No text: that is HTML around it.

import type { Colours, Drawn, TimelineDrawing } from './drawing.ts'
import type { Chosen, Layout } from './layout.ts'
import { paint } from './paint.ts'

/** Null where the browser gives no 2-D canvas either. */
export function drawOnCanvas(canvas: HTMLCanvasElement): TimelineDrawing | null {
  const context = canvas.getContext('2d')
  if (context === null) return null
  let [layout, colours, chosen, cursor]: [Layout | null, Colours | null, Chosen | null, number | null] = [null, null, null, null]
  return {
    kind: 'canvas',
    layOut(next) {
      layout = next
    },
    colour(next) {
      colours = next
    },
    choose(turn, time) {
      chosen = turn
      cursor = time
    },
    draw(frame) {
      const { width, height, pixelRatio } = frame
      canvas.width = Math.round(width * pixelRatio)
      canvas.height = Math.round(height * pixelRatio)
      if (layout === null || colours === null) return { drawCalls: null, shapes: 0 }
      const shown = { layout, colours, chosen, cursor }
      const part = (from: number, to: number, top: number): Drawn => {
        context.save()
        context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0)
        context.beginPath()
        context.rect(0, from, width, to - from)
        context.clip()
        context.translate(0, -top)
        const drawn = paint(context, frame, shown)
        context.restore()
        return drawn
      }
      const { top, pinned } = frame
      if (pinned === 0 || top === 0) return part(0, height, top)
      // What is pinned is a part of its own, drawn as if nothing had been scrolled.
      const [above, below] = [part(0, pinned, 0), part(pinned, height, top)]
      return { drawCalls: null, shapes: above.shapes + below.shapes }
    },
    dispose: () => undefined,
  }
}
