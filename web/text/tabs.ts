// What the views are called, in tabs and titles.

import type { Tab } from '../state/address.ts'

export const TAB_WORDS: Readonly<Record<Tab, string>> = {
  charts: 'Charts',
  tokens: 'Tokens',
  try: 'Try it',
  runs: 'Runs',
  engine: 'Engine',
  settings: 'Settings',
}
