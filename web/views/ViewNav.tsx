// The navigation between views: those that fit stand in a row, the others in a menu by group. On wide screens it stands over
// the centre, on narrow ones it leads to the zones too.

import { lazy } from 'react'
import { selectTab } from '../commands/navigate.ts'
import type { Tab } from '../state/address.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import { centreView, navigationGroups } from '../state/view-groups.ts'
import { MORE_VIEWS, TAB_WORDS } from '../text/tabs.ts'
import { FittingRow } from '../ui/FittingRow.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Part } from './Part.tsx'

/** Menus are heavy, and the page is there without this one. */
const MoreViews = lazy(async () => ({ default: (await import('./MoreViews.tsx')).MoreViews }))

export function ViewNav({ narrow }: { readonly narrow: boolean }) {
  const shown = useWorkbench((state) => (narrow ? state.tab : centreView(state.tab)))
  const parts = useWorkbench((state) => state.hidden)
  const groups = navigationGroups(narrow, parts)
  const entries = groups.flatMap(({ views }) => views).map((view) => ({ key: view, element: <ViewTab view={view} shown={shown} /> }))
  return (
    <nav className="view-nav" aria-label="Views">
      <FittingRow
        className="view-row"
        entries={entries}
        widthKey={shown}
        rest={(hidden) =>
          hidden.length > 0 && (
            <Part over waiting={<MoreToCome />}>
              <MoreViews all={groups} hidden={hidden} shown={shown} />
            </Part>
          )
        }
      />
    </nav>
  )
}

function ViewTab({ view, shown }: { readonly view: Tab; readonly shown: Tab }) {
  return (
    <button type="button" className="view-tab" aria-current={view === shown ? 'page' : undefined} onClick={() => selectTab(view)}>
      {TAB_WORDS[view]}
    </button>
  )
}

/** Keeps the room of the menu's button until it is there. */
function MoreToCome() {
  return (
    <span className="view-tab view-more" aria-hidden="true">
      {MORE_VIEWS}
      <Icon name="down" />
    </span>
  )
}
