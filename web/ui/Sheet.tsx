// A sheet over the page: title, content, a way to close it. Focus, Escape and the rest are Base UI's.

import { Dialog } from '@base-ui/react/dialog'
import { Icon } from './Icon.tsx'

export interface SheetProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: React.ReactNode
}

export function Sheet({ title, onClose, children }: SheetProps) {
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-ground" />
        <Dialog.Popup className="panel sheet">
          <div className="panel-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="button button-quiet" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
