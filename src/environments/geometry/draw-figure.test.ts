import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { cosine, sine } from '../angles.ts'
import type { Point } from '../figure.ts'
import { frameOf, spellPicture } from './digit-row.ts'
import { drawFigure, figureOf } from './draw-figure.ts'
import { type FigureStyle, TINY_STYLE } from './figure-style.ts'
import type { Level } from './kinds/kind.ts'
import { drawProblem, type GeometryProblem, KIND_NAMES } from './problem.ts'
import { createRaster, drawCircle, drawGlyph, drawLine } from './raster.ts'

const LEVELS: readonly Level[] = [1, 2, 3]
const STYLES: readonly FigureStyle[] = [
  TINY_STYLE,
  { size: 48, placement: 'jittered', noise: 13 },
  { size: 64, placement: 'free', noise: 0 },
  { size: 64, placement: 'moved', noise: 13 },
]

function hashOf(style: FigureStyle): string {
  const hash = createHash('sha256')
  for (const kind of KIND_NAMES)
    for (const level of LEVELS)
      for (let item = 0; item < 8; item++) hash.update(drawFigure(drawProblem(createRng([5, 5], item, level), [kind], level, 'train'), style).pixels)
  return hash.digest('hex').slice(0, 16)
}

const picture = (raster: { width: number; pixels: Uint8Array }): string[] =>
  Array.from({ length: raster.pixels.length / raster.width }, (_, row) =>
    Array.from(raster.pixels.subarray(row * raster.width, (row + 1) * raster.width), (ink) => (ink > 0 ? '#' : '.')).join(''),
  )

/** Points five apart along a line. */
const alongStroke = (points: readonly Point[]): Point[] =>
  points.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = points[index] ?? [toX, toY]
    const pieces = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 5)
    return Array.from({ length: pieces + 1 }, (_, piece): Point => [fromX + ((toX - fromX) * piece) / pieces, fromY + ((toY - fromY) * piece) / pieces])
  })

const triangle: GeometryProblem = { kind: 'triangle', a: 40, b: 60, variant: 0, drawing: 7 }

describe('the rasteriser', () => {
  it('draws lines, circles and signs to the pixel', () => {
    const raster = createRaster(9, 9)
    drawLine(raster, 0, 0, 8, 4, 9)
    expect(picture(raster).slice(0, 5)).toEqual(['##.......', '..##.....', '....##...', '......##.', '........#'])
    const ring = createRaster(7, 7)
    drawCircle(ring, 3, 3, 3, 9)
    expect(picture(ring)).toEqual(['..###..', '.#...#.', '#.....#', '#.....#', '#.....#', '.#...#.', '..###..'])
    const sign = createRaster(5, 7)
    drawGlyph(sign, '1', 0, 0, 9)
    expect(picture(sign)).toEqual(['..#..', '.##..', '..#..', '..#..', '..#..', '..#..', '.###.'])
  })

  it('stays inside the picture, wherever a line or a circle leads', () => {
    const place = fc.integer({ min: -40, max: 40 })
    fc.assert(
      fc.property(place, place, place, place, (x0, y0, x1, y1) => {
        const raster = createRaster(16, 8)
        drawLine(raster, x0, y0, x1, y1, 200)
        drawCircle(raster, x0, y0, Math.abs(x1), 200)
        drawGlyph(raster, '8', x0, y0, 200)
        expect(raster.pixels.length).toBe(128)
        const inside = (x: number, y: number) => x >= 0 && y >= 0 && x < 16 && y < 8
        if (inside(x0, y0)) expect(raster.pixels[y0 * 16 + x0]).toBeGreaterThanOrEqual(0)
        if (inside(x1, y1)) expect(raster.pixels[y1 * 16 + x1]).toBe(200)
      }),
    )
  })

  it('knows sines to the last bits without the machine', () => {
    for (let degrees = -720; degrees <= 720; degrees++) {
      expect(Math.abs(sine(degrees) - Math.sin((degrees * Math.PI) / 180))).toBeLessThan(1e-13)
      expect(Math.abs(cosine(degrees) - Math.cos((degrees * Math.PI) / 180))).toBeLessThan(1e-13)
    }
  })
})

describe('figures', () => {
  it('have the same bytes as ever: bases were trained on them', () => {
    expect(STYLES.map(hashOf)).toEqual(['1794ce60f85140a3', '036c0cbee4c5809d', 'd168631e58ea3f40', 'f57aa672586e792f'])
  })

  it('are decided by problem and style alone', () => {
    expect(drawFigure(triangle).pixels).toEqual(drawFigure({ ...triangle }).pixels)
    expect(drawFigure(triangle).pixels).not.toEqual(drawFigure({ ...triangle, drawing: 8 }).pixels)
    expect(drawFigure(triangle).pixels).not.toEqual(drawFigure({ ...triangle, a: 41 }).pixels)
  })

  it('put every digit into a patch of its own where they are aligned', () => {
    const { pixels } = drawFigure(triangle, { ...TINY_STYLE, noise: 0 })
    // The lowest row of patches holds 4, 0, 6, 0: each has ink, and none reaches its neighbour's first column.
    for (let column = 0; column < 4; column++) {
      let ink = 0
      for (let y = 24; y < 32; y++) for (let x = 0; x < 8; x++) if ((pixels[y * 32 + column * 8 + x] ?? 0) > 0) ink++
      expect(ink).toBeGreaterThan(8)
      for (let y = 24; y < 32; y++) expect(pixels[y * 32 + column * 8]).toBe(0)
    }
  })

  it('are the aligned figure itself, anywhere in a larger picture, where they are moved', () => {
    for (const size of [48, 64]) {
      const places = new Set<string>()
      for (let drawing = 0; drawing < 40; drawing++) {
        const problem = { ...triangle, drawing }
        const small = drawFigure(problem, { ...TINY_STYLE, noise: 0 }).pixels
        const style: FigureStyle = { size, placement: 'moved', noise: 0 }
        const large = drawFigure(problem, style).pixels
        const { x, y } = frameOf(problem, style)
        places.add(`${x} ${y}`)
        const inFrame = Array.from({ length: 32 * 32 }, (_, at) => large[(y + Math.floor(at / 32)) * size + x + (at % 32)] ?? 0)
        expect(inFrame).toEqual([...small])
        const ink = (pixels: ArrayLike<number>) => Array.from(pixels).reduce((sum, level) => sum + level, 0)
        expect(ink(large)).toBe(ink(small))
      }
      expect(places.size).toBeGreaterThan(size === 48 ? 8 : 15)
    }
  })

  it('are spelled a sign a patch: where a digit is drawn stands its sign, and a space everywhere else', () => {
    const styles: readonly FigureStyle[] = [TINY_STYLE, { ...TINY_STYLE, size: 48 }, { ...TINY_STYLE, size: 64, placement: 'moved' }]
    for (const style of styles) {
      for (const kind of ['triangle', 'circle', 'parallel', 'rectangle', 'right'] as const) {
        const problem = drawProblem(createRng([6, 7], style.size), [kind], 2, 'train')
        const spelled = spellPicture(problem, style)
        const columns = style.size / 8
        expect(spelled).toHaveLength(columns * columns)
        expect(spelled.replaceAll(' ', '')).toBe(`${problem.a}${problem.b === 0 ? '' : problem.b}`)
        const { pixels } = drawFigure(problem, { ...style, noise: 0 })
        const brightest = Math.max(...pixels)
        // Signs alone lie in the lowest row of the frame.
        const row = Math.floor(spelled.search(/\d/) / columns)
        for (let column = 0; column < columns; column++) {
          let ink = 0
          for (let y = 0; y < 8; y++) for (let x = 0; x < 8; x++) if (pixels[(row * 8 + y) * style.size + column * 8 + x] === brightest) ink++
          expect([column, ink > 6]).toEqual([column, spelled[row * columns + column] !== ' '])
        }
      }
    }
  })

  it('keep their labels off every line and arc, however steep or flat they are', () => {
    const shapesOf = (kind: 'triangle' | 'parallel' | 'right' | 'rectangle', a: number, b: number, variant: number) =>
      figureOf({ kind, a, b, variant, drawing: 1 }).shapes
    const figures = [
      ...[20, 30, 45, 60, 75, 80].flatMap((a) => [20, 35, 50, 65, 80].map((b) => shapesOf('triangle', a, b, 0))),
      ...[20, 60, 90, 130].flatMap((a) => [shapesOf('triangle', a, 0, 1), shapesOf('triangle', Math.min(a, 75), 0, 2)]),
      ...[30, 50, 90, 120, 150].flatMap((a) => [0, 3, 5, 6, 9, 15].map((variant) => shapesOf('parallel', a, 0, variant))),
      ...[shapesOf('right', 3, 4, 0), shapesOf('right', 9, 41, 1), shapesOf('right', 40, 9, 0), shapesOf('rectangle', 20, 3, 1)],
    ]
    for (const shapes of figures) {
      const labels = shapes.filter((shape) => shape.kind === 'label')
      const points = shapes.flatMap((shape) => (shape.kind === 'stroke' ? alongStroke(shape.points) : []))
      for (const { at: centre, text, unit } of labels) {
        const half = text === '?' ? 24 : unit === 'cm' ? 84 : 58
        const covered = points.filter(([x, y]) => Math.abs(x - centre[0]) < half && Math.abs(y - centre[1]) < 30)
        expect([text, covered]).toEqual([text, []])
      }
      for (const one of labels)
        for (const other of labels) if (one !== other) expect(Math.abs(one.at[0] - other.at[0]) > 82 || Math.abs(one.at[1] - other.at[1]) > 60).toBe(true)
    }
  })

  it('show every number, and what is asked, to people', () => {
    for (const kind of KIND_NAMES) {
      if (kind === 'ruler') continue
      for (const level of LEVELS) {
        const problem = drawProblem(createRng([6, 6], 1, level), [kind], level, 'train')
        const { shapes, width, height } = figureOf(problem)
        const labels = shapes.filter((shape) => shape.kind === 'label')
        expect(labels.filter(({ place }) => place !== 'asked').map(({ text }) => Number(text))).toEqual([problem.a, problem.b].filter((number) => number !== 0))
        for (const { at } of labels) expect(at[0] > 0 && at[0] < width && at[1] > 0 && at[1] < height).toBe(true)
        expect(shapes.some((shape) => (shape.kind === 'label' ? shape.place === 'asked' : shape.role === 'asked')) || kind === 'circle').toBe(true)
      }
    }
  })
})
