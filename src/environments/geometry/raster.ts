// A small grey picture and what can be put on it: lines, circles, signs, noise. Whole numbers and exact floating-point operations
// alone, no canvas, so that the same call gives the same bytes in every worker, in Node and in every browser. Bright ink on a
// dark ground: an empty patch is zero to whoever multiplies it. Knows no figure.

import { at } from '../../base/assert.ts'
import type { Rng } from '../../base/random.ts'
import { GLYPH_HEIGHT, GLYPH_WIDTH, GLYPHS } from './font.ts'

/** Row by row from the top left, one byte a pixel: 0 is the ground, 255 the brightest ink. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export const createRaster = (width: number, height: number): Raster => ({ width, height, pixels: new Uint8Array(width * height) })

/** Ink lies over ink like light: the brighter one stays. What falls outside is left out. */
function put({ width, height, pixels }: Raster, x: number, y: number, ink: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return
  const place = y * width + x
  pixels[place] = Math.max(pixels[place] ?? 0, ink)
}

/** A line of one pixel (Bresenham), both ends included. */
export function drawLine(raster: Raster, fromX: number, fromY: number, toX: number, toY: number, ink: number): void {
  const [stepX, stepY] = [Math.sign(toX - fromX), Math.sign(toY - fromY)]
  const [spanX, spanY] = [Math.abs(toX - fromX), Math.abs(toY - fromY)]
  let [x, y, error] = [fromX, fromY, spanX - spanY]
  for (;;) {
    put(raster, x, y, ink)
    if (x === toX && y === toY) return
    const doubled = 2 * error
    if (doubled > -spanY) {
      error -= spanY
      x += stepX
    }
    if (doubled < spanX) {
      error += spanX
      y += stepY
    }
  }
}

/** The pixels whose centre is half a pixel or less from the circle. Square roots are exact everywhere. */
export function drawCircle(raster: Raster, centreX: number, centreY: number, radius: number, ink: number): void {
  const reach = Math.ceil(radius) + 1
  for (let y = centreY - reach; y <= centreY + reach; y++) {
    for (let x = centreX - reach; x <= centreX + reach; x++) {
      const distance = Math.sqrt((x - centreX) * (x - centreX) + (y - centreY) * (y - centreY))
      if (Math.abs(distance - radius) <= 0.5) put(raster, x, y, ink)
    }
  }
}

/** A sign with its top left corner at (x, y). What the font lacks leaves no trace. */
export function drawGlyph(raster: Raster, sign: string, x: number, y: number, ink: number): void {
  const rows = GLYPHS[sign]
  if (rows === undefined) return
  for (let row = 0; row < GLYPH_HEIGHT; row++) {
    for (let column = 0; column < GLYPH_WIDTH; column++) if (at(rows, row)[column] === '#') put(raster, x + column, y + row, ink)
  }
}

/** Makes room for a sign. */
export function clear(raster: Raster, x: number, y: number, width: number, height: number): void {
  for (let row = Math.max(0, y); row < Math.min(raster.height, y + height); row++) {
    raster.pixels.fill(0, row * raster.width + Math.max(0, x), row * raster.width + Math.min(raster.width, x + width))
  }
}

/** Noise on every pixel, `deviation` in grey levels: the difference of two bytes, so that one random word serves two pixels. */
export function addNoise({ pixels }: Raster, deviation: number, rng: Rng): void {
  // The difference of two uniform bytes has a standard deviation of 104.5.
  const scale = Math.round((deviation * 65536) / 104.5)
  let word = 0
  for (let i = 0; i < pixels.length; i++) {
    word = i % 2 === 0 ? rng.uint32() : word >>> 16
    const difference = (word & 255) - ((word >>> 8) & 255)
    pixels[i] = Math.max(0, Math.min(255, (pixels[i] ?? 0) + Math.trunc((difference * scale) / 65536)))
  }
}
