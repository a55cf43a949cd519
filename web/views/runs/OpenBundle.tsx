// A run from a file: chosen by hand, or dropped anywhere on the page; checked whole, then one of the runs of this browser.

import { useRef } from 'react'
import { openPanel } from '../../commands/navigate.ts'
import { openBundle } from '../../commands/run-bundle.ts'
import { OpeningLine } from '../share/OpeningLine.tsx'

export function OpenBundle() {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="link-preview">
      <button type="button" className="button open-bundle" onClick={() => picker.current?.click()}>
        Open a run bundle
      </button>
      <input
        ref={picker}
        type="file"
        accept=".tokenloom"
        hidden
        aria-label="Open a run bundle"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file !== undefined) void openBundle(file)
        }}
      />
      <p className="small faint">
        Or drop one anywhere on the page.{' '}
        <button type="button" className="term" onClick={() => openPanel('storage')}>
          What is stored here
        </button>
      </p>
      <OpeningLine />
    </div>
  )
}
