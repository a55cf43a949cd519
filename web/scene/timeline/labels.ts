// Which words stand on the drawing: the names of phases, the action of a turn, and close enough the turn's tokens one by one. Pure: says
// what stands where; label-layer.ts puts it into the page.

import { actionLabel, blockWords } from '../../text/timeline.ts'
import type { Frame } from './drawing.ts'
import { type Block, type LaidTurn, type Lane, type Layout, nearBlocks } from './layout.ts'
import { heightsOf } from './marks.ts'

export interface Label {
  readonly left: number
  readonly width: number
  readonly top: number
  readonly height: number
  readonly text: string
  /** `onPale`: on a block that is no more than tinted. `version`: beside a line, on a ground of its own. */
  readonly kind: 'onFull' | 'onPale' | 'turn' | 'token' | 'version'
}

/** The texts of a turn's sampled tokens; null where they are not at hand. */
export type TokensOf = (step: number, turn: LaidTurn) => readonly string[] | null

/** More words than this nobody reads at once. */
const MOST = 220
const VERSION_PIXELS = 116
const [PHASE_PIXELS, TURN_PIXELS, TOKEN_PIXELS, TALL_PIXELS] = [46, 24, 12, 14]

/** Blocks that are no turns, apart: there are few, and they have words at every distance. */
export const machinesOf = ({ blocks }: Layout): readonly Block[] => blocks.filter(({ turn }) => turn === undefined)

/** Whether the rows of agents are high enough to be read. */
export function turnsHaveWords({ lanes }: Layout): boolean {
  const agents = lanes.find(({ kind }) => kind === 'agent')
  return agents !== undefined && agents.height / agents.rows >= TALL_PIXELS
}

export function labelsOf(layout: Layout, machines: readonly Block[], { window, width, height, top, pinned }: Frame, tokensOf: TokensOf): readonly Label[] {
  const scale = width / (window.to - window.from)
  const labels: Label[] = []
  const seen = (from: number, to: number): readonly [left: number, right: number] => [
    Math.max(0, (from - window.from) * scale),
    Math.min(width, (to - window.from) * scale),
  ]
  /** How far down the words of a lane have moved with what is scrolled; null where pinned lanes cover them. */
  const moved = (lane: Lane, at: number): number | null => (pinned === 0 ? 0 : lane.pinned ? top : at < top + pinned ? null : 0)
  for (const block of machines) {
    // The environment's hatching is its sign; words on it would not be read.
    if (block.to < window.from || block.from > window.to || block.kind === 'stepping') continue
    const [left, right] = seen(block.from, block.to)
    const lane = layout.lanes[block.lane]
    if (right - left < PHASE_PIXELS || lane === undefined || labels.length >= MOST) continue
    const down = moved(lane, lane.top)
    if (down === null) continue
    const kind = block.kind === 'rollout' || block.kind === 'sampling' ? 'onFull' : 'onPale'
    labels.push({ left, width: right - left, top: lane.top + down, height: lane.height, text: blockWords(block.kind, block.step), kind })
  }
  const lane = layout.lanes.find(({ kind }) => kind === 'environment') ?? layout.lanes[0]
  for (const { at, text } of layout.versions) {
    const left = (at - window.from) * scale + 2
    if (lane !== undefined && left >= 0 && left < width - VERSION_PIXELS / 2)
      labels.push({ left, width: VERSION_PIXELS, top: lane.top, height: lane.height, text, kind: 'version' })
  }
  if (!turnsHaveWords(layout)) return labels
  const [first, end] = nearBlocks(layout, window.from, window.to)
  for (let index = first; index < end && labels.length < MOST; index++) {
    const block = layout.blocks[index]
    const lane = block === undefined ? undefined : layout.lanes[block.lane]
    if (block?.turn === undefined || lane === undefined || block.to < window.from) continue
    const within = heightsOf(block, lane)
    const down = moved(lane, within.top)
    if (down === null) continue
    const place = { top: within.top + down, height: within.height }
    const [left, right] = seen(block.from, block.to)
    if (right - left < TURN_PIXELS || place.top + place.height < top || place.top > top + height) continue
    const whole = (block.to - block.from) * scale
    const cell = whole / Math.max(1, block.turn.tokens)
    const texts = cell >= TOKEN_PIXELS ? tokensOf(block.step, block.turn) : null
    if (texts === null) {
      labels.push({ left, width: right - left, ...place, text: actionLabel(block.turn.action), kind: 'turn' })
      continue
    }
    const start = (block.from - window.from) * scale
    for (const [token, text] of texts.entries()) {
      const at = start + token * cell
      if (at + cell < 0 || at > width || labels.length >= MOST) continue
      labels.push({ left: Math.max(0, at), width: Math.min(width, at + cell) - Math.max(0, at), ...place, text, kind: 'token' })
    }
  }
  return labels
}
