// What is said while files are held over the page.

import { DROP_TITLE, DROP_WORDS } from '../../text/share.ts'

export function DropGround() {
  return (
    <div className="drop-ground" data-testid="drop-ground">
      <div className="drop-words">
        <p>
          <strong>{DROP_TITLE}</strong>
        </p>
        <p className="soft">{DROP_WORDS}</p>
      </div>
    </div>
  )
}
