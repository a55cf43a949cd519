// The navigation between views: those that fit stand in a row, the others in a menu by group. On wide screens it stands over
// the centre, on narrow ones it leads to the zones too.

import { memo } from 'react'
import { selectTab } from '../commands/navigate.ts'
import type { Tab } from '../state/address.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import { centreView, navigationGroups } from '../state/view-groups.ts'
import { TAB_WORDS } from '../text/tabs.ts'
import { FittingRow } from '../ui/FittingRow.tsx'
import { MoreViews } from './MoreViews.tsx'

export function ViewNav({ narrow }: { readonly narrow: boolean }) {
  const shown = useWorkbench((state) => (narrow ? state.tab : centreView(state.tab)))
  const parts = useWorkbench((state) => state.hidden)
  const groups = navigationGroups(narrow, parts)
  const entries = groups.flatMap(({ views }) => views).map((view) => ({ key: view, element: <ViewTab view={view} current={view === shown} /> }))
  return (
    <nav className="view-nav" aria-label="Views">
      <FittingRow className="view-row" entries={entries} rest={(hidden) => hidden.length > 0 && <MoreViews all={groups} hidden={hidden} shown={shown} />} />
    </nav>
  )
}

const ViewTab = memo(function ViewTab({ view, current }: { readonly view: Tab; readonly current: boolean }) {
  return (
    <button type="button" className="view-tab" data-words={TAB_WORDS[view]} aria-current={current ? 'page' : undefined} onClick={() => selectTab(view)}>
      {TAB_WORDS[view]}
    </button>
  )
})
