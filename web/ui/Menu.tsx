// A button that opens a short list of actions. Keyboard, focus and placement are Base UI's; the look is ours.

import { Menu as Base } from '@base-ui/react/menu'

export interface MenuAction {
  readonly words: string
  readonly act: () => void
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
