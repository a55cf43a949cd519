// How the lanes of the timeline are arranged: which are pinned above the others, and which kinds are folded away. It stands in the address,
// so that a link shows the same. Pure.

export const LANE_KINDS = ['phases', 'engine', 'environment', 'agents'] as const
export type LaneKind = (typeof LANE_KINDS)[number]

export interface Arrangement {
  /** In the order in which they were pinned: kinds, or `a-` and the agent's name. */
  readonly pinned: readonly string[]
  /** Without a lane of their own; agents are one lane together. */
  readonly folded: readonly LaneKind[]
}

/** More would leave no room for the rest. */
const MOST_PINNED = 8
const LANE_ID = /^[\w-]{1,40}$/

export const laneOfAgent = (agent: string): string => `a-${agent}`

export const withPin = ({ pinned, folded }: Arrangement, lane: string): Arrangement => ({
  folded,
  pinned: pinned.includes(lane) ? pinned.filter((one) => one !== lane) : [...pinned, lane].slice(-MOST_PINNED),
})

export const withFold = ({ pinned, folded }: Arrangement, kind: LaneKind): Arrangement => ({
  pinned,
  folded: LANE_KINDS.filter((one) => folded.includes(one) !== (one === kind)),
})

/** As fields of the address; nothing is there for lanes as they come. */
export const fieldsOfLanes = ({
  pinned,
  folded,
}: Arrangement): { readonly pin: readonly string[] | undefined; readonly fold: readonly LaneKind[] | undefined } => ({
  pin: pinned.length === 0 ? undefined : pinned,
  fold: folded.length === 0 ? undefined : folded,
})

/** What the address says; what cannot be read is left out. */
export function readLanes(fields: URLSearchParams): { readonly pin?: readonly string[]; readonly fold?: readonly LaneKind[] } {
  const pin = [...new Set((fields.get('pin') ?? '').split('.'))].filter((lane) => LANE_ID.test(lane)).slice(0, MOST_PINNED)
  const named = (fields.get('fold') ?? '').split('.')
  const fold = LANE_KINDS.filter((kind) => named.includes(kind))
  return { ...(pin.length === 0 ? {} : { pin }), ...(fold.length === 0 ? {} : { fold }) }
}
