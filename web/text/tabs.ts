// What the views are called, in the navigation and in titles.

import type { Tab } from '../state/address.ts'
import type { ViewGroup } from '../state/view-groups.ts'

export const TAB_WORDS: Readonly<Record<Tab, string>> = {
  charts: 'Charts',
  tokens: 'Tokens',
  timeline: 'Timeline',
  games: 'Games',
  try: 'Try it',
  author: 'Author',
  data: 'Data',
  runs: 'Runs',
  policies: 'Policies',
  lessons: 'Lessons',
  queue: 'Queue',
  lab: 'Lab',
  engine: 'Engine',
  settings: 'Settings',
}

export const GROUP_WORDS: Readonly<Record<ViewGroup['name'], string>> = {
  run: 'The run on view',
  kept: 'Kept in this browser',
  learn: 'Learn and make',
  machine: 'This machine',
}

export const MORE_VIEWS = 'More'
/** The name of the menu for screen readers. */
export const moreViewsWords = (shown: string | null): string => (shown === null ? 'More views' : `More views, now ${shown}`)
