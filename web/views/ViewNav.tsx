// The views of the centre zone on wide screens. On narrow ones the tabs of the page name them (Workbench.tsx).

import { selectTab } from '../commands/navigate.ts'
import type { Tab } from '../state/address.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import { TAB_WORDS } from '../text/tabs.ts'

const VIEWS = ['tokens', 'try', 'runs', 'engine'] as const satisfies readonly Tab[]

export type CentreView = (typeof VIEWS)[number]

/** What the centre shows: tokens, unless the address names another view of it. */
export function centreView(tab: Tab): CentreView {
  return VIEWS.find((view) => view === tab) ?? 'tokens'
}

export function ViewNav() {
  const shown = useWorkbench((state) => centreView(state.tab))
  return (
    <nav className="view-nav" aria-label="Views">
      {VIEWS.map((view) => (
        <button key={view} type="button" className="view-tab" aria-current={view === shown ? 'page' : undefined} onClick={() => selectTab(view)}>
          {TAB_WORDS[view]}
        </button>
      ))}
    </nav>
  )
}
