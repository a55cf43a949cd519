// The timeline stroke by stroke, on anything that takes them: a 2-D canvas, or a vector picture. Only what is on view is drawn, and of
// blocks narrower than a pixel one a pixel and row, so that a frame costs by what can be seen and not by what there is. No text.

import type { Colours, Drawn, Frame } from './drawing.ts'
import { type Block, type Chosen, type Lane, type Layout, nearBlocks } from './layout.ts'
import { heightsOf, isChosen } from './marks.ts'

/** What is used of a 2-D canvas. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  'globalAlpha' | 'lineWidth' | 'fillRect' | 'strokeRect' | 'setLineDash' | 'beginPath' | 'moveTo' | 'lineTo'
> & { fillStyle: string | CanvasGradient | CanvasPattern; strokeStyle: string | CanvasGradient | CanvasPattern; fill(): void; stroke(): void }

/** Line styles tell agents apart where colours do not. */
const DASHES: readonly (readonly number[])[] = [[], [5, 2], [2, 2], [7, 2, 2, 2], [1, 3], [9, 3], [4, 1, 1, 1], [3, 5]]
/** Narrower than this a token is no cell of its own, in pixels. */
const CELL = 4

export interface Shown {
  readonly layout: Layout
  readonly colours: Colours
  readonly chosen: Chosen | null
  readonly cursor: number | null
}

export function paint(context: Brush, { window, width }: Pick<Frame, 'window' | 'width'>, shown: Shown): Drawn {
  const { layout, colours, chosen, cursor } = shown
  const scale = width / (window.to - window.from)
  const x = (time: number): number => (time - window.from) * scale
  const [first, end] = nearBlocks(layout, window.from, window.to)
  let shapes = 0
  // Updates are a quiet ground behind all lanes.
  context.fillStyle = colours.sunken
  for (let index = first; index < end; index++) {
    const block = layout.blocks[index]
    if (block?.kind !== 'updating') continue
    context.fillRect(x(block.from), 0, Math.max(1, x(block.to) - x(block.from)), layout.height)
    shapes++
  }
  context.fillStyle = colours.rule
  for (const { top, height } of layout.lanes) context.fillRect(0, top + height + 1, width, 1)
  const reached = new Map<number, number>()
  for (let index = first; index < end; index++) {
    const block = layout.blocks[index]
    const lane = block === undefined ? undefined : layout.lanes[block.lane]
    if (block === undefined || lane === undefined || block.to < window.from) continue
    const [left, right] = [Math.max(-2, x(block.from)), Math.min(width + 2, x(block.to))]
    const row = block.lane * 4096 + block.row
    const marked = block.failed === true || isChosen(block, chosen)
    if (!marked && right <= (reached.get(row) ?? Number.NEGATIVE_INFINITY)) continue
    reached.set(row, Math.max(Math.ceil(right), Math.floor(left) + 1))
    paintBlock(context, block, lane, left, Math.max(1, right - left), shown, x)
    shapes++
  }
  context.fillStyle = colours.ink
  let pixel = Number.NEGATIVE_INFINITY
  for (const { at, lanes } of layout.barriers) {
    const [top, bottom] = [layout.lanes[lanes[0] ?? -1], layout.lanes[lanes.at(-1) ?? -1]]
    const place = Math.round(x(at))
    if (top === undefined || bottom === undefined || place < 0 || place > width || place === pixel) continue
    pixel = place
    context.fillRect(place, top.top, 1, bottom.top + bottom.height - top.top)
    shapes++
  }
  if (cursor !== null) {
    context.fillStyle = colours.accent
    context.fillRect(x(cursor), 0, 1.5, layout.height)
  }
  return { drawCalls: null, shapes }
}

function paintBlock(context: Brush, block: Block, lane: Lane, left: number, width: number, { colours, chosen }: Shown, x: (time: number) => number): void {
  const { top: y, height: tall } = heightsOf(block, lane)
  const agent = block.agent ?? 0
  const colour = block.turn === undefined ? kindColour(block, colours) : (colours.agents[agent % colours.agents.length] ?? colours.ink)
  const { turn } = block
  context.fillStyle = colour
  context.globalAlpha = turn === undefined ? 0.85 : tall > 9 ? 0.3 : 0.85
  context.fillRect(left, y, width, tall)
  context.globalAlpha = 1
  if (turn !== undefined && width > 3 && tall > 6) {
    const cell = (x(block.to) - x(block.from)) / Math.max(1, turn.tokens)
    // Tokens in equal parts of the turn: when each came is not measured.
    if (cell >= CELL) for (let token = 1; token < turn.tokens; token++) context.fillRect(x(block.from) + token * cell, y, 1, tall)
    context.setLineDash([...(DASHES[agent % DASHES.length] ?? [])])
    context.strokeStyle = colour
    context.strokeRect(left + 0.5, y + 0.5, width - 1, tall - 1)
    context.setLineDash([])
  }
  if (turn !== undefined && turn.verdict !== 'accepted') strike(context, left, y, width, tall, colours.failed)
  if (block.failed === true) {
    const middle = left + width / 2
    context.fillStyle = colours.failed
    context.beginPath()
    context.moveTo(middle - 5.5, lane.top - 3)
    context.lineTo(middle + 5.5, lane.top - 3)
    context.lineTo(middle, lane.top + 6)
    context.fill()
  }
  if (isChosen(block, chosen)) {
    context.strokeStyle = colours.accent
    context.lineWidth = 2
    context.strokeRect(left - 1, y - 1, width + 2, tall + 2)
    context.lineWidth = 1
  }
}

/** What was not played is struck through. */
function strike(context: Brush, left: number, top: number, width: number, height: number, colour: string): void {
  context.strokeStyle = colour
  context.beginPath()
  context.moveTo(left, top + height)
  context.lineTo(left + width, top)
  context.stroke()
}

function kindColour({ kind }: Block, colours: Colours): string {
  if (kind === 'sampling') return colours.generating
  if (kind === 'stepping') return colours.interacting
  return kind === 'rollout' ? colours.soft : colours.edge
}
