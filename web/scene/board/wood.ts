// The ground of a board as a picture: wood by tone alone, with the lines of the board and its handicap points. The grain is counted, not
// drawn by chance: the same board looks the same everywhere.

import { createRng } from '../../../src/base/random.ts'

export interface WoodColours {
  readonly ground: string
  readonly ink: string
}

const GRAINS = 240
const KEY = [0x776f, 0x6f64] as const

/** `cell`: pixels of the picture a cell. */
export function paintWood(rows: number, columns: number, cell: number, { ground, ink }: WoodColours): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  picture.width = Math.round(columns * cell)
  picture.height = Math.round(rows * cell)
  const context = picture.getContext('2d')
  if (context === null) return picture
  context.fillStyle = ground
  context.fillRect(0, 0, picture.width, picture.height)
  paintGrain(context, picture.width, picture.height)
  context.strokeStyle = ink
  context.lineWidth = Math.max(1.5, 0.028 * cell)
  context.lineCap = 'square'
  context.beginPath()
  const [right, bottom] = [(columns - 0.5) * cell, (rows - 0.5) * cell]
  for (let row = 0; row < rows; row++) {
    context.moveTo(0.5 * cell, (row + 0.5) * cell)
    context.lineTo(right, (row + 0.5) * cell)
  }
  for (let column = 0; column < columns; column++) {
    context.moveTo((column + 0.5) * cell, 0.5 * cell)
    context.lineTo((column + 0.5) * cell, bottom)
  }
  context.stroke()
  context.fillStyle = ink
  for (const [column, row] of handicapPoints(rows, columns)) {
    context.beginPath()
    context.arc((column + 0.5) * cell, (row + 0.5) * cell, 0.085 * cell, 0, 2 * Math.PI)
    context.fill()
  }
  return picture
}

/** Long, nearly straight fibres, some lighter, some darker than the ground. */
function paintGrain(context: CanvasRenderingContext2D, width: number, height: number): void {
  const rng = createRng(KEY)
  for (let grain = 0; grain < GRAINS; grain++) {
    const y = rng.float() * height
    const [bend, slope] = [(rng.float() - 0.5) * 0.05 * height, (rng.float() - 0.5) * 0.02 * height]
    context.strokeStyle = rng.float() < 0.5 ? '#ffffff' : '#3a2408'
    context.globalAlpha = 0.015 + 0.05 * rng.float()
    context.lineWidth = (0.001 + 0.012 * rng.float() ** 3) * height
    context.beginPath()
    context.moveTo(-10, y)
    context.bezierCurveTo(width / 3, y + bend, (2 * width) / 3, y + slope - bend, width + 10, y + slope)
    context.stroke()
  }
  context.globalAlpha = 1
}

/** The centre of odd boards, and four points around it on those of nine and more. */
function handicapPoints(rows: number, columns: number): readonly (readonly [number, number])[] {
  if (rows !== columns || rows < 9) return []
  const inset = rows >= 13 ? 3 : 2
  const far = rows - 1 - inset
  const corners = [inset, far].flatMap((row) => [inset, far].map((column) => [column, row] as const))
  const centre = (rows - 1) / 2
  return rows % 2 === 1 ? [...corners, [centre, centre]] : corners
}
