// The menu of the views that the navigation has no room for, by group.

import { selectTab } from '../commands/navigate.ts'
import type { Tab } from '../state/address.ts'
import type { ViewGroup } from '../state/view-groups.ts'
import { GROUP_WORDS, MORE_VIEWS, moreViewsWords, TAB_WORDS } from '../text/tabs.ts'
import { Icon } from '../ui/Icon.tsx'
import { GroupedMenu } from '../ui/Menu.tsx'

/** The name of the view that is on view stands on the button when the row has no room for it. */
export interface MoreViewsProps {
  readonly all: readonly ViewGroup[]
  /** Those that the row has no room for. */
  readonly hidden: readonly string[]
  readonly shown: Tab
}

export function MoreViews({ all, hidden, shown }: MoreViewsProps) {
  const current = hidden.includes(shown) ? TAB_WORDS[shown] : null
  const groups = all
    .map(({ name, views }) => ({
      words: GROUP_WORDS[name],
      actions: views
        .filter((view) => hidden.includes(view))
        .map((view) => ({
          words: TAB_WORDS[view],
          act: () => selectTab(view),
          current: view === shown,
        })),
    }))
    .filter(({ actions }) => actions.length > 0)
  return (
    <GroupedMenu label={moreViewsWords(current)} className={current === null ? 'view-tab view-more' : 'view-tab view-more view-more-current'} groups={groups}>
      {current ?? MORE_VIEWS}
      <Icon name="down" />
    </GroupedMenu>
  )
}
