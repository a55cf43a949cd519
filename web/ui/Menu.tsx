// A button that opens a short list of actions, plain or in groups with names: the pattern of a menu button (WAI-ARIA Authoring Practices,
// https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/). The list is a popover of the browser's, which brings the top layer, Escape, a press
// outside and the focus back to the button; what it lists is drawn only while it is open, and placed without being measured.

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type MenuFocus, menuKey, nextItem } from './menu-keys.ts'
import { menuPlace } from './menu-place.ts'

export interface MenuAction {
  readonly words: string
  readonly act: () => void
  /** What is on view already. */
  readonly current?: boolean
}

export interface MenuGroup {
  /** Empty for a list without groups. */
  readonly words: string
  readonly actions: readonly MenuAction[]
}

export interface MenuProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly actions: readonly MenuAction[]
  readonly className: string
}

export function Menu({ label, icon, actions, className }: MenuProps) {
  return (
    <GroupedMenu label={label} title={label} className={className} groups={[{ words: '', actions }]}>
      {icon}
    </GroupedMenu>
  )
}

export interface GroupedMenuProps {
  readonly label: string
  readonly title?: string
  readonly className: string
  readonly groups: readonly MenuGroup[]
  readonly children: React.ReactNode
}

/** Closes when what it lists changes: a press on its way would land on another entry, and the one that is meant may be elsewhere. */
export function GroupedMenu({ label, title, className, groups, children }: GroupedMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  /** What gets the focus when it opens. */
  const focus = useRef<MenuFocus>('menu')
  const words = groups.flatMap(({ actions }) => actions.map((action) => action.words))
  const listed = words.join('\n')
  const place = (): void => {
    if (button.current === null || menu.current === null) return
    const anchor = button.current.getBoundingClientRect()
    Object.assign(menu.current.style, menuPlace(anchor, window, words.length + groups.length))
  }
  const openAt = (where: MenuFocus): void => {
    focus.current = where
    menu.current?.showPopover()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what is listed is what closes it
  useLayoutEffect(() => {
    if (menu.current?.matches(':popover-open') !== true) return
    menu.current.hidePopover()
    // What had the focus may be gone from the list.
    button.current?.focus()
  }, [listed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the button stands is asked anew each time
  useEffect(() => {
    if (!open) return
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [open])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        popoverTarget={id}
        // A key that presses a button clicks nowhere.
        onClick={(event) => {
          focus.current = event.detail === 0 ? 'first' : 'menu'
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          openAt(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return
          place()
          // The browser gives the focus while it shows the list: by then the entries are there.
          flushSync(() => setOpen(true))
          giveFocus(event.currentTarget, focus.current)
        }}
        // Not before it is hidden: an entry that is taken away takes the focus with it.
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => {
          const move = menuKey(event)
          if (move === null) return
          if (move === 'leave') return event.currentTarget.hidePopover()
          event.preventDefault()
          const entries = entriesOf(event.currentTarget)
          const now = entries.findIndex((entry) => entry.matches(':focus'))
          entries[nextItem(words, now, move)]?.focus()
        }}
      >
        {open && groups.map((group) => <Entries key={group.words} group={group} onAct={() => menu.current?.hidePopover()} />)}
      </div>
    </>
  )
}

const entriesOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/** By the sign that the browser looks for when it shows a popover. */
function giveFocus(menu: HTMLElement, where: MenuFocus): void {
  const entries = entriesOf(menu)
  for (const one of [menu, ...entries]) one.removeAttribute('autofocus')
  const wanted = where === 'first' ? entries[0] : where === 'last' ? entries.at(-1) : menu
  wanted?.setAttribute('autofocus', '')
}

function Entries({ group: { words, actions }, onAct }: { readonly group: MenuGroup; readonly onAct: () => void }) {
  const id = useId()
  const entries = actions.map((action) => (
    <button
      key={action.words}
      type="button"
      className="menu-item"
      role="menuitem"
      tabIndex={-1}
      aria-current={action.current === true ? 'page' : undefined}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') event.currentTarget.focus({ preventScroll: true })
      }}
      onClick={() => {
        onAct()
        action.act()
      }}
    >
      {action.words}
    </button>
  ))
  if (words === '') return entries
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu's groups are no fields
    <div className="menu-group" role="group" aria-labelledby={id}>
      <div id={id} className="menu-group-name">
        {words}
      </div>
      {entries}
    </div>
  )
}
