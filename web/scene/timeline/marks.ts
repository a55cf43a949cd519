// From a layout to the numbers that a GPU draws: for every kind of thing one table of rectangles, four floats of time and four of place
// for each of a rectangle's corners. (Instances would need a quarter of it, but software renderers draw every instance for itself,
// at a hundred times the cost.) Pure: knows colours by their number, not by their value.

import { type Block, type Chosen, firstWhere, type LaidTurn, type Lane, type Layout } from './layout.ts'
import { FILL, packLook } from './shaders.ts'
import type { Window } from './window.ts'

/** Places in the palette; agents follow from FIRST_AGENT in Okabe–Ito order. */
const COLOUR = { rule: 0, ink: 1, soft: 2, edge: 3, sunken: 4, accent: 5, failed: 6, generating: 7, interacting: 8 } as const
const FIRST_AGENT = 9
export const AGENT_COLOURS = 8

/** In the order in which they are drawn, the first at the back. */
export const MARK_KINDS = ['ground', 'rules', 'machines', 'turns', 'fineTurns', 'barriers', 'failures', 'chosen', 'cursor'] as const
export type MarkKind = (typeof MARK_KINDS)[number]
/** Those that are straight and of one colour. */
export const PLAIN_KINDS: ReadonlySet<MarkKind> = new Set(['ground', 'rules', 'fineTurns', 'barriers', 'cursor'])

/** Turns as low as this have no edges and no tokens that could be seen, in pixels; those of rows without a gap grow together. */
const [FINE, SEAMLESS] = [9, 3]

/** Corners of a rectangle, in the order of a strip. */
const CORNERS = 4

export interface Marks {
  readonly count: number
  /** By corner: from and to, each as the sum of two floats. */
  readonly spans: Float32Array<ArrayBuffer>
  /** By corner: top, height, look, tokens. */
  readonly places: Float32Array<ArrayBuffer>
  /** By rectangle, which stand in the order of their beginnings: when it begins, and how far those up to it reach. */
  readonly begins: Float64Array
  readonly reaches: Float64Array
}

interface Row {
  readonly from: number
  readonly to: number
  readonly top: number
  readonly height: number
  readonly look: number
  readonly tokens?: number
}

const ALWAYS = { from: -1e12, to: 1e12 }

function marksOf(rows: readonly Row[]): Marks {
  const [spans, places] = [new Float32Array(4 * CORNERS * rows.length), new Float32Array(4 * CORNERS * rows.length)]
  const [begins, reaches] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  let reach = Number.NEGATIVE_INFINITY
  for (const [index, { from, to, top, height, look, tokens = 0 }] of rows.entries()) {
    const [start, end] = [Math.fround(from), Math.fround(to)]
    for (let corner = 0; corner < CORNERS; corner++) {
      const at = 4 * (CORNERS * index + corner)
      spans[at] = start
      spans[at + 1] = from - start
      spans[at + 2] = end
      spans[at + 3] = to - end
      places[at] = top
      places[at + 1] = height
      places[at + 2] = look
      places[at + 3] = tokens
    }
    reach = Math.max(reach, to)
    begins[index] = from
    reaches[index] = reach
  }
  return { count: rows.length, spans, places, begins, reaches }
}

/** The rectangles that may be seen in a window: [first, end). */
export function seenMarks({ count, begins, reaches }: Marks, { from, to }: Window): readonly [first: number, end: number] {
  return [firstWhere(count, (index) => (reaches[index] ?? 0) >= from), firstWhere(count, (index) => (begins[index] ?? 0) > to)]
}

/** Where a block stands within its lane. */
export function heightsOf({ row }: Block, lane: Lane): { readonly top: number; readonly height: number } {
  const height = lane.height / lane.rows
  const inset = height > 12 ? 3 : height > 3 ? 0.5 : 0
  return { top: lane.top + row * height + inset, height: Math.max(1, height - 2 * inset) }
}

/** Everything that stays while the view moves and choices change. */
export function layoutMarks({ blocks, barriers, lanes, height, versions }: Layout): Readonly<Record<Exclude<MarkKind, 'chosen' | 'cursor'>, Marks>> {
  const [ground, machines, turns, fineTurns, failures]: [Row[], Row[], Row[], Row[], Row[]] = [[], [], [], [], []]
  for (const block of blocks) {
    const { from, to } = block
    if (block.kind === 'updating') ground.push({ from, to, top: 0, height, look: packLook(COLOUR.sunken, FILL.solid) })
    const lane = lanes[block.lane]
    if (lane === undefined) continue
    const place = heightsOf(block, lane)
    if (block.turn === undefined) machines.push({ from, to, ...place, look: machineLook(block) })
    else {
      const look = packLook(FIRST_AGENT + ((block.agent ?? 0) % AGENT_COLOURS), FILL.turn, (block.agent ?? 0) % 8, block.turn.verdict !== 'accepted')
      if (place.height > FINE) turns.push({ from, to, ...place, look, tokens: block.turn.tokens })
      else fineTurns.push(fineTurn({ from, to, ...place, look }, block.turn.verdict))
    }
    if (block.failed === true) failures.push({ from, to, top: lane.top - 3, height: 9, look: packLook(COLOUR.failed, FILL.mark) })
  }
  const rules = lanes.map(({ top, height: tall }) => ({ ...ALWAYS, top: top + tall + 1, height: 1, look: packLook(COLOUR.rule, FILL.solid) }))
  return {
    ground: marksOf(ground),
    rules: marksOf(rules),
    machines: marksOf(machines),
    turns: marksOf(turns),
    fineTurns: marksOf(grownTogether(fineTurns)),
    barriers: marksOf([...barrierRows(barriers, lanes), ...versions.map(({ at }) => versionRow(at, height))].sort((a, b) => a.from - b.from)),
    failures: marksOf(failures),
  }
}

/** What was refused is thinner, and in the colour of what failed. */
function fineTurn(row: Row, verdict: LaidTurn['verdict']): Row {
  if (verdict === 'accepted') return row
  return { ...row, top: row.top + row.height / 4, height: row.height / 2, look: packLook(COLOUR.failed, FILL.turn) }
}

/** Rows of one wave that touch and look the same are one rectangle. */
function grownTogether(rows: readonly Row[]): readonly Row[] {
  const open = new Map<string, number>()
  const grown: Row[] = []
  for (const row of [...rows].sort((a, b) => a.from - b.from || a.top - b.top)) {
    const key = `${row.from} ${row.to} ${row.look}`
    const place = row.height > SEAMLESS ? undefined : open.get(key)
    const before = place === undefined ? undefined : grown[place]
    if (place !== undefined && before !== undefined && before.top + before.height >= row.top - 0.01) {
      grown[place] = { ...before, height: row.top + row.height - before.top }
      continue
    }
    open.set(key, grown.push(row) - 1)
  }
  return grown
}

/** Barriers of several episodes at one time are one line: they would cover each other. */
function barrierRows(barriers: Layout['barriers'], lanes: readonly Lane[]): readonly Row[] {
  const seen = new Set<string>()
  return barriers.flatMap(({ at, lanes: joined }) => {
    const [first, last] = [joined[0] ?? -1, joined.at(-1) ?? -1]
    const [top, bottom, key] = [lanes[first], lanes[last], `${at} ${first} ${last}`]
    if (top === undefined || bottom === undefined || seen.has(key)) return []
    seen.add(key)
    return [{ from: at, to: at, top: top.top, height: bottom.top + bottom.height - top.top, look: packLook(COLOUR.ink, FILL.line), tokens: 1 }]
  })
}

/** Through all lanes: what is right of it was played by other rules. */
const versionRow = (at: number, height: number): Row => ({ from: at, to: at, top: 0, height, look: packLook(COLOUR.accent, FILL.line), tokens: 2 })

function machineLook({ kind }: Block): number {
  if (kind === 'sampling') return packLook(COLOUR.generating, FILL.solid)
  if (kind === 'stepping') return packLook(COLOUR.interacting, FILL.hatch)
  if (kind === 'evaluating') return packLook(COLOUR.edge, FILL.dots)
  // Pale within an edge, so that its words are read on it.
  return kind === 'rollout' ? packLook(COLOUR.soft, FILL.solid) : packLook(COLOUR.edge, FILL.turn)
}

export const isChosen = ({ step, turn }: Block, chosen: Chosen | null): boolean =>
  chosen !== null && turn !== undefined && step === chosen.step && turn.episode === chosen.episode && turn.wave === chosen.wave

export function chosenMarks({ blocks, lanes }: Layout, chosen: Chosen | null): Marks {
  if (chosen === null) return marksOf([])
  const look = packLook(COLOUR.accent, FILL.outline)
  return marksOf(
    blocks.flatMap((block) => {
      const lane = lanes[block.lane]
      return lane === undefined || !isChosen(block, chosen) ? [] : [{ from: block.from, to: block.to, ...heightsOf(block, lane), look }]
    }),
  )
}

export function cursorMarks({ height }: Layout, time: number | null): Marks {
  return marksOf(time === null ? [] : [{ from: time, to: time, top: 0, height, look: packLook(COLOUR.accent, FILL.line), tokens: 1.5 }])
}
