// The address of what is on view, kept in the fragment so that Back works and a view can be linked from any
// static host: #run=abc&arm=policy&step=12&tab=tokens&panel=check. Ids are stable; nothing is an array index.

import type { Arm } from '../../src/record/events.ts'

export const TABS = ['charts', 'tokens', 'settings'] as const
export type Tab = (typeof TABS)[number]

export interface Address {
  readonly run?: string
  readonly arm?: Arm
  /** Absent: follow the newest. */
  readonly step?: number
  readonly tab?: Tab
  readonly panel?: 'check'
}

const ARMS: readonly string[] = ['policy', 'random', 'shuffled', 'frozen']

/** Whatever a fragment holds, as an address; what cannot be read is left out. */
export function parseAddress(fragment: string): Address {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const run = fields.get('run')
  const arm = fields.get('arm')
  const step = fields.get('step')
  const tab = TABS.find((one) => one === fields.get('tab'))
  return {
    ...(run !== null && /^[\w-]{1,64}$/.test(run) ? { run } : {}),
    ...(arm !== null && ARMS.includes(arm) ? { arm: arm as Arm } : {}),
    ...(step !== null && /^\d{1,9}$/.test(step) ? { step: Number(step) } : {}),
    ...(tab === undefined ? {} : { tab }),
    ...(fields.get('panel') === 'check' ? { panel: 'check' as const } : {}),
  }
}

export function formatAddress(address: Address): string {
  const fields = new URLSearchParams()
  for (const [key, value] of Object.entries(address)) fields.set(key, String(value))
  const text = fields.toString()
  return text === '' ? '#' : `#${text}`
}
