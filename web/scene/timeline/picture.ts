// The timeline as a picture that stands by itself: names of lanes, what is on view, the times under it. A vector picture, so that a
// paper or a page can take it at any size.

import { paint, type Shown } from './paint.ts'
import { createVectorBrush } from './vector-brush.ts'
import { ticks, type Window } from './window.ts'

export interface PictureAsked extends Shown {
  readonly window: Window
  /** Pixels of the drawing without the names. */
  readonly width: number
  /** The page's ground. */
  readonly ground: string
  /** Of the lanes, from above. */
  readonly names: readonly string[]
  /** What stands at a time of the axis, given the distance of two such labels. */
  readonly words: (time: number, distance: number) => string
}

export interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

const [NAMES, FOOT, EDGE, TICK] = [120, 26, 8, 90]

export function timelinePicture({ window, width, ground, names, words, ...shown }: PictureAsked): Picture {
  const { layout, colours } = shown
  const [wide, high] = [NAMES + width + EDGE, layout.height + FOOT]
  const drawing = createVectorBrush()
  paint(drawing, { window, width }, shown)
  const around = createVectorBrush()
  around.fillStyle = colours.ink
  for (const [index, { top, height }] of layout.lanes.entries()) around.words(names[index] ?? '', EDGE, top + height / 2 + 4, 'start')
  const times = ticks(window, Math.max(2, Math.floor(width / TICK)))
  const distance = times.length > 1 ? (times[1] ?? 0) - (times[0] ?? 0) : window.to - window.from
  around.fillStyle = colours.soft
  for (const time of times) {
    const x = NAMES + ((time - window.from) * width) / (window.to - window.from)
    around.fillRect(x, layout.height, 1, 6)
    around.words(words(time, distance), x + 4, layout.height + 16, 'start')
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="Inter, system-ui, sans-serif" font-size="12">
<rect width="${wide}" height="${high}" fill="${ground}"/>
${around.elements()}
<svg x="${NAMES}" width="${width}" height="${layout.height}">
${drawing.elements()}
</svg>
</svg>
`
  return { svg, width: wide, height: high }
}
