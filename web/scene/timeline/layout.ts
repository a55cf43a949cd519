// Where everything of a timeline stands: lanes from top to bottom, blocks and barriers along the time. Pure: plain data in, plain
// data out; knows neither how it is drawn nor where runs come from.

export type Span = readonly [from: number, to: number]

export interface LaidTurn {
  readonly episode: number
  readonly agent: string
  readonly place?: string
  readonly wave: number
  readonly player: string
  readonly version: number
  readonly tokens: number
  readonly verdict: 'accepted' | 'parse_error' | 'illegal_action' | 'cut'
  readonly action: string
  readonly rewards: Readonly<Record<string, number>>
  readonly stop?: string
}

export interface LaidWait {
  readonly episode: number
  readonly wave: number
  readonly kind: 'turn' | 'simultaneous' | 'silent' | 'deadlock'
  readonly waiting: readonly string[]
  readonly for: readonly string[]
  readonly since: number
  readonly until: number
}

export interface LaidStep {
  readonly step: number
  readonly from: number
  readonly to: number
  readonly rollout: Span
  readonly updating: Span | null
  readonly waves: readonly (readonly [wave: number, asked: number, answered: number])[]
  /** Null while they are not read. */
  readonly turns: readonly LaidTurn[] | null
  readonly waits: readonly LaidWait[]
  /** From question to answer, by turn; and where every wait stands. */
  readonly turnSpans: readonly Span[]
  readonly waitTimes: readonly number[]
  /** Waves of several episodes overlap: the engine is at work whenever somebody is waited for. */
  readonly overlapping?: boolean
}

export interface TimelineData {
  readonly length: number
  readonly agents: readonly string[]
  readonly steps: readonly LaidStep[]
  readonly evaluations: readonly { readonly step: number; readonly from: number; readonly to: number }[]
  /** One alone, or all. */
  readonly episode: number | null
  /** Turns at which a check failed, by turnKey. */
  readonly failed: ReadonlySet<string>
  /** Without lanes for phases, engine and environment: nothing was measured there. */
  readonly agentsOnly?: boolean
  /** Where the rules of what is played became others. */
  readonly versions?: readonly LaidVersion[]
}

export interface LaidVersion {
  readonly at: number
  readonly text: string
}

export type LaneKind = 'phases' | 'engine' | 'environment' | 'agents'

/** Lanes above all others, by laneId, and kinds that are folded: away, or, of agents, into one lane. */
export interface Arrangement {
  readonly pinned: readonly string[]
  readonly folded: readonly LaneKind[]
}

export type BlockKind = 'rollout' | 'updating' | 'evaluating' | 'sampling' | 'stepping' | 'turn'

export interface Block {
  readonly kind: BlockKind
  readonly lane: number
  /** Its place among the rows of the lane. */
  readonly row: number
  readonly from: number
  readonly to: number
  readonly step: number
  readonly turn?: LaidTurn
  /** Of a turn: its agent's place in the order of agents. */
  readonly agent?: number
  readonly failed?: boolean
}

export interface Barrier {
  readonly at: number
  readonly step: number
  /** First and last of the lanes that it joins, and all of them. */
  readonly lanes: readonly number[]
  readonly wait: LaidWait
}

export interface Lane {
  readonly kind: LaneKind | 'agent'
  readonly name: string
  /** Place in the order of agents; -1 for the others. */
  readonly agent: number
  readonly pinned: boolean
  readonly rows: number
  readonly top: number
  readonly height: number
}

/** Which turn is marked. */
export interface Chosen {
  readonly step: number
  readonly episode: number
  readonly wave: number
}

export interface Layout {
  readonly lanes: readonly Lane[]
  readonly height: number
  /** Of the pinned lanes, which stay on view while the others are scrolled; 0 where none are, or too much. */
  readonly pinnedHeight: number
  readonly length: number
  /** By their beginning. */
  readonly blocks: readonly Block[]
  /** By block: how far those up to it reach, so that what is on view is found without looking at all. */
  readonly reaches: Float64Array
  readonly barriers: readonly Barrier[]
  readonly versions: readonly LaidVersion[]
}

const LANE = 20
const SINGLE = 26
const ROW = 5
/** Of one lane, and of all lanes of agents together where they are few enough to be seen at once. */
const [TALLEST, TOGETHER] = [160, 440]
const GAP = 4
const MARK = 6
/** Higher pinned lanes would cover the others. */
const MOST_PINNED = 180
/** A row of the lane that all agents share. */
const FOLDED_ROW = 4

/** Names of lanes are stable within an environment. */
export const laneId = ({ kind, name }: Pick<Lane, 'kind' | 'name'>): string => (kind === 'agent' ? `a-${name}` : kind)

/** Stable within a run: an agent acts at most once in a wave of an episode under any sound coordinator. */
export const turnKey = (step: number, episode: number, wave: number, agent: string): string => `${step}/${episode}/${wave}/${agent}`

export function layTimeline(data: TimelineData, { pinned, folded }: Arrangement = { pinned: [], folded: [] }): Layout {
  const isShown = ({ episode }: { readonly episode: number }): boolean => data.episode === null || episode === data.episode
  const shown = data.steps.map((step) => ({
    ...step,
    turns: (step.turns ?? []).map((turn, index) => ({ turn, span: step.turnSpans[index] ?? step.rollout })).filter(({ turn }) => isShown(turn)),
    waits: step.waits.map((wait, index) => ({ wait, at: step.waitTimes[index] ?? step.rollout[1] })).filter(({ wait }) => isShown(wait)),
  }))
  const rows = Math.max(1, ...shown.map(({ turns }) => new Set(turns.map(({ turn }) => turn.episode)).size))
  const machines = data.agentsOnly !== true
  const stack = stacked(data.agents, rows, machines, { pinned, folded })
  const places = new Map(stack.lanes.map((lane, index) => [laneId(lane), index]))
  const laneOf = (agent: string): number => places.get('agents') ?? places.get(`a-${agent}`) ?? -1
  const together = places.has('agents')
  const blocks: Block[] = []
  const barriers: Barrier[] = []
  const add = (kind: BlockKind, name: LaneKind, [from, to]: Span, step: number): void => {
    const lane = places.get(name) ?? -1
    // An update is a ground behind all lanes, also where its own is folded.
    if (lane >= 0 || kind === 'updating') blocks.push({ kind, lane, row: 0, from, to, step })
  }
  for (const { step, from, to } of data.evaluations) add('evaluating', 'phases', [from, to], step)
  for (const { step, rollout, updating, waves, turnSpans, overlapping, turns, waits } of shown) {
    if (machines) add('rollout', 'phases', rollout, step)
    if (updating !== null) add('updating', 'phases', updating, step)
    for (const [index, [, asked, answered]] of waves.entries()) {
      add('sampling', 'engine', [asked, answered], step)
      add('stepping', 'environment', [answered, waves[index + 1]?.[1] ?? rollout[1]], step)
    }
    if (overlapping === true && machines) for (const span of merged(turnSpans)) add('sampling', 'engine', span, step)
    const rowOf = new Map([...new Set(turns.map(({ turn }) => turn.episode))].sort((a, b) => a - b).map((episode, row) => [episode, row]))
    for (const { turn, span } of turns) {
      const agent = data.agents.indexOf(turn.agent)
      if (agent < 0) continue
      const [from, to] = span
      const failed = data.failed.has(turnKey(step, turn.episode, turn.wave, turn.agent))
      blocks.push({ kind: 'turn', lane: laneOf(turn.agent), row: together ? agent : (rowOf.get(turn.episode) ?? 0), from, to, step, turn, agent, failed })
    }
    for (const { wait, at } of waits) {
      const lanes = [...new Set([...wait.waiting, ...wait.for].filter((agent) => data.agents.includes(agent)).map(laneOf))]
      barriers.push({ at, step, lanes: lanes.sort((a, b) => a - b), wait })
    }
  }
  blocks.sort((a, b) => a.from - b.from)
  barriers.sort((a, b) => a.at - b.at)
  let reach = Number.NEGATIVE_INFINITY
  const reaches = Float64Array.from(blocks, ({ to }) => {
    reach = Math.max(reach, to)
    return reach
  })
  return { ...stack, length: data.length, blocks, reaches, barriers, versions: data.versions ?? [] }
}

/** Spans that touch are one. */
function merged(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], to)]
    else joined.push([from, to])
  }
  return joined
}

/** Blocks that may be seen between two times: [first, end) of the blocks; those outside it are not. */
export function nearBlocks({ blocks, reaches }: Layout, from: number, to: number): readonly [first: number, end: number] {
  return [firstWhere(blocks.length, (index) => (reaches[index] ?? 0) >= from), firstWhere(blocks.length, (index) => (blocks[index]?.from ?? 0) > to)]
}

/** Of a row of places where something does not hold and then does. */
export function firstWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Pinned lanes first, then machines, then agents, apart or in one. */
function stacked(
  agents: readonly string[],
  rows: number,
  machines: boolean,
  { pinned, folded }: Arrangement,
): Pick<Layout, 'lanes' | 'height' | 'pinnedHeight'> {
  const height = rows === 1 ? SINGLE : Math.max(SINGLE, Math.min(TALLEST, Math.floor(TOGETHER / Math.max(1, agents.length)), ROW * rows))
  const own = machines ? (['phases', 'engine', 'environment'] as const).filter((kind) => !folded.includes(kind)) : []
  const all: Omit<Lane, 'top' | 'pinned'>[] = own.map((kind) => ({ kind, name: kind, agent: -1, rows: 1, height: LANE }))
  if (folded.includes('agents') && agents.length > 0) {
    all.push({ kind: 'agents', name: 'agents', agent: -1, rows: agents.length, height: Math.max(LANE, FOLDED_ROW * agents.length) })
  } else for (const [agent, name] of agents.entries()) all.push({ kind: 'agent', name, agent, rows, height })
  const place = (lane: Omit<Lane, 'top' | 'pinned'>): number => {
    const found = pinned.indexOf(laneId(lane))
    return found < 0 ? pinned.length : found
  }
  const lanes: Lane[] = []
  // Room for the marks above a first lane of agents.
  let top = all.length > 0 && [...all].sort((a, b) => place(a) - place(b))[0]?.agent !== -1 ? MARK : 0
  let pinnedHeight = 0
  for (const lane of [...all].sort((a, b) => place(a) - place(b))) {
    const isPinned = place(lane) < pinned.length
    lanes.push({ ...lane, top, pinned: isPinned })
    top += lane.height + GAP
    if (isPinned) pinnedHeight = top
  }
  return { lanes, height: top, pinnedHeight: pinnedHeight > MOST_PINNED ? 0 : pinnedHeight }
}

/** What lies under a point; turns before barriers, barriers within `reach` of time. */
export function whatIsAt(layout: Layout, time: number, y: number, reach: number): Block | Barrier | null {
  const lane = layout.lanes.findIndex(({ top, height }) => y >= top && y < top + height)
  const found = layout.lanes[lane]
  if (found === undefined) return null
  const first = firstWhere(layout.barriers.length, (index) => (layout.barriers[index]?.at ?? 0) >= time - reach)
  const end = firstWhere(layout.barriers.length, (index) => (layout.barriers[index]?.at ?? 0) > time + reach)
  const near = layout.barriers.slice(first, end).filter(({ lanes }) => lane >= (lanes[0] ?? 0) && lane <= (lanes.at(-1) ?? -1))
  const closest = near.sort((a, b) => Math.abs(a.at - time) - Math.abs(b.at - time))[0]
  if (closest !== undefined) return closest
  const row = Math.floor(((y - found.top) / found.height) * found.rows)
  const [from, to] = nearBlocks(layout, time - reach, time + reach)
  return layout.blocks.slice(from, to).findLast((block) => block.lane === lane && block.row === row && block.to >= time - reach) ?? null
}
