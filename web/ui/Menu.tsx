// A button that opens a short list of actions, plain or in groups with names. Keyboard, focus and placement are Base UI's; the
// look is ours.

import { Menu as Base } from '@base-ui/react/menu'
import { useState } from 'react'

export interface MenuAction {
  readonly words: string
  readonly act: () => void
  /** What is on view already. */
  readonly current?: boolean
}

export interface MenuProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly actions: readonly MenuAction[]
  readonly className: string
}

export function Menu({ label, icon, actions, className }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={className} aria-label={label} title={label}>
        {icon}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu-place" align="end" sideOffset={4}>
          <Base.Popup className="menu">
            {actions.map(({ words, act }) => (
              <Base.Item key={words} className="menu-item" onClick={act}>
                {words}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuGroup {
  readonly words: string
  readonly actions: readonly MenuAction[]
}

export interface GroupedMenuProps {
  readonly label: string
  readonly className: string
  readonly groups: readonly MenuGroup[]
  readonly children: React.ReactNode
}

/** Closes when what it lists changes: a press on its way would land on another entry, and the one that is meant may be elsewhere. */
export function GroupedMenu({ label, className, groups, children }: GroupedMenuProps) {
  const [open, setOpen] = useState(false)
  const listed = groups.flatMap(({ actions }) => actions.map(({ words }) => words)).join('\n')
  const [before, setBefore] = useState(listed)
  if (before !== listed) {
    setBefore(listed)
    setOpen(false)
  }
  return (
    <Base.Root modal={false} open={open} onOpenChange={setOpen}>
      <Base.Trigger className={className} aria-label={label}>
        {children}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="menu-place" align="end" sideOffset={4}>
          <Base.Popup className="menu">
            {groups.map(({ words, actions }) => (
              <Base.Group key={words} className="menu-group">
                <Base.GroupLabel className="menu-group-name">{words}</Base.GroupLabel>
                {actions.map((action) => (
                  <Base.Item key={action.words} className="menu-item" aria-current={action.current === true ? 'page' : undefined} onClick={action.act}>
                    {action.words}
                  </Base.Item>
                ))}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
