// Which views there are and how they belong together: the order of the navigation, and the groups of its menu. A new view is
// an entry here, a name in address.ts and a word in text/tabs.ts.

import type { PagePart, Tab } from './address.ts'

/** Charts and settings stand beside the centre on wide screens; only narrow ones turn to them. */
const BESIDE: readonly Tab[] = ['charts', 'settings']

/** The zones behind views of narrow screens, as a link names them. */
const ZONE_OF: Readonly<Partial<Record<Tab, PagePart>>> = { charts: 'results', settings: 'decide' }

export interface ViewGroup {
  readonly name: 'run' | 'kept' | 'learn' | 'machine'
  readonly views: readonly Tab[]
}

/** What comes first stays in sight where there is little room. */
const VIEW_GROUPS: readonly ViewGroup[] = [
  { name: 'run', views: ['charts', 'settings', 'tokens', 'timeline', 'games', 'try'] },
  { name: 'kept', views: ['runs', 'policies'] },
  { name: 'learn', views: ['lessons', 'author', 'data'] },
  { name: 'machine', views: ['queue', 'lab', 'engine'] },
]

/** Zones that a link hides are led to nowhere. */
export function navigationGroups(narrow: boolean, hidden: readonly PagePart[] = []): readonly ViewGroup[] {
  const isGone = (view: Tab): boolean => (narrow ? ZONE_OF[view] !== undefined && hidden.includes(ZONE_OF[view]) : BESIDE.includes(view))
  return VIEW_GROUPS.map(({ name, views }) => ({ name, views: views.filter((view) => !isGone(view)) }))
}

/** What the centre shows: tokens, unless the address names another view of it. */
export const centreView = (tab: Tab): Tab => (BESIDE.includes(tab) ? 'tokens' : tab)
