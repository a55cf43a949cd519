// A brush whose strokes become SVG elements. Knows no timeline.

import type { Brush } from './paint.ts'

export interface VectorBrush extends Brush {
  /** In SVG: a text whose `anchor` is its left end or its right one. */
  words(text: string, x: number, y: number, anchor: 'start' | 'end'): void
  elements(): string
}

const short = (value: number): string => String(Math.round(value * 100) / 100)

/** `<`, `&` and quotes of words that somebody else wrote. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export function createVectorBrush(): VectorBrush {
  const drawn: string[] = []
  let path = ''
  let dash = ''
  const style = { fillStyle: '#000', strokeStyle: '#000', globalAlpha: 1, lineWidth: 1 }
  const opacity = (): string => (style.globalAlpha === 1 ? '' : ` opacity="${short(style.globalAlpha)}"`)
  const stroked = (): string => `fill="none" stroke="${escaped(style.strokeStyle)}" stroke-width="${short(style.lineWidth)}"${dash}${opacity()}`
  const box = (x: number, y: number, width: number, height: number): string =>
    `x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, width))}" height="${short(Math.max(0, height))}"`
  return Object.assign(style, {
    fillRect(x: number, y: number, width: number, height: number) {
      drawn.push(`<rect ${box(x, y, width, height)} fill="${escaped(style.fillStyle)}"${opacity()}/>`)
    },
    strokeRect(x: number, y: number, width: number, height: number) {
      drawn.push(`<rect ${box(x, y, width, height)} ${stroked()}/>`)
    },
    setLineDash(pattern: Iterable<number>) {
      const lengths = [...pattern]
      dash = lengths.length === 0 ? '' : ` stroke-dasharray="${lengths.map(short).join(' ')}"`
    },
    beginPath() {
      path = ''
    },
    moveTo(x: number, y: number) {
      path += `M${short(x)} ${short(y)}`
    },
    lineTo(x: number, y: number) {
      path += `L${short(x)} ${short(y)}`
    },
    fill() {
      drawn.push(`<path d="${path}" fill="${escaped(style.fillStyle)}"${opacity()}/>`)
    },
    stroke() {
      drawn.push(`<path d="${path}" ${stroked()}/>`)
    },
    words(text: string, x: number, y: number, anchor: 'start' | 'end') {
      drawn.push(`<text x="${short(x)}" y="${short(y)}" fill="${escaped(style.fillStyle)}" text-anchor="${anchor}">${escaped(text)}</text>`)
    },
    elements: () => drawn.join('\n'),
  })
}
