// The address of what is on view, kept in the fragment so that Back works and a view can be linked from any
// static host: #run=abc&with=def.ghi&arm=policy&step=12&tab=tokens&panel=check. Ids are stable; nothing is an array index.

import type { Arm } from '../../src/record/events.ts'

export const TABS = ['charts', 'tokens', 'try', 'runs', 'engine', 'settings'] as const
export type Tab = (typeof TABS)[number]

export const PANELS = ['check', 'help', 'tour'] as const
export type Panel = (typeof PANELS)[number]

export const MOST_OVERLAYS = 3
const RUN_ID = /^[\w-]{1,64}$/

export interface Address {
  readonly run?: string
  /** Runs drawn beside it. */
  readonly with?: readonly string[]
  readonly arm?: Arm
  /** Absent: follow the newest. */
  readonly step?: number
  readonly tab?: Tab
  readonly panel?: Panel
}

const ARMS: readonly string[] = ['policy', 'random', 'shuffled', 'frozen']

/** Whatever a fragment holds, as an address; what cannot be read is left out. */
export function parseAddress(fragment: string): Address {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const run = fields.get('run')
  const arm = fields.get('arm')
  const step = fields.get('step')
  const beside = [...new Set((fields.get('with') ?? '').split('.'))].filter((id) => RUN_ID.test(id)).slice(0, MOST_OVERLAYS)
  const panel = PANELS.find((one) => one === fields.get('panel'))
  const tab = TABS.find((one) => one === fields.get('tab'))
  return {
    ...(run !== null && RUN_ID.test(run) ? { run } : {}),
    ...(beside.length > 0 ? { with: beside } : {}),
    ...(arm !== null && ARMS.includes(arm) ? { arm: arm as Arm } : {}),
    ...(step !== null && /^\d{1,9}$/.test(step) ? { step: Number(step) } : {}),
    ...(tab === undefined ? {} : { tab }),
    ...(panel === undefined ? {} : { panel }),
  }
}

export function formatAddress(address: Address): string {
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(address)) fields.set(key, Array.isArray(value) ? value.join('.') : String(value))
  const text = fields.toString()
  return text === '' ? '#' : `#${text}`
}
