// The open file: its name to be changed in place, whether it is saved, and what can be done with it.

import { useState } from 'react'
import { exportFile, forkFile, linkToFile, openFile, removeFile, renameFile } from '../../commands/author-files.ts'
import { keepVersionNow } from '../../commands/author-versions.ts'
import type { AuthorFile } from '../../state/author.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { keepingWords } from '../../text/author.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'

export function FileBar({ file }: { readonly file: AuthorFile }) {
  const keeping = useWorkbench((state) => keepingWords(state.author))
  const [removing, setRemoving] = useState(false)
  return (
    <div className="author-bar">
      <button type="button" className="button button-quiet" onClick={() => openFile(null)}>
        <Icon name="previous" />
        All files
      </button>
      <FileName key={`${file.id} ${file.name}`} name={file.name} />
      <span className="small soft author-keeping" role="status">
        {keeping}
      </span>
      <div className="author-tools">
        {removing ? (
          <button
            type="button"
            className="button button-danger"
            ref={(element) => element?.focus()}
            onClick={() => void removeFile()}
            onBlur={() => setRemoving(false)}
          >
            Delete for good
          </button>
        ) : (
          <>
            <button type="button" className="button" onClick={() => void keepVersionNow()}>
              Keep version
            </button>
            <Menu
              label="What else can be done with this file"
              className="button button-quiet"
              icon={<Icon name="more" />}
              actions={[
                { words: 'Copy as another file', act: () => void forkFile() },
                { words: 'Copy a link to it', act: () => void linkToFile() },
                { words: 'Save as a file', act: exportFile },
                { words: 'Delete', act: () => setRemoving(true) },
              ]}
            />
          </>
        )}
      </div>
    </div>
  )
}

function FileName({ name }: { readonly name: string }) {
  const [typed, setTyped] = useState(name)
  return (
    <input
      className="input input-text author-name"
      aria-label="Name of the file"
      value={typed}
      maxLength={60}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => (typed.trim() === '' ? setTyped(name) : typed !== name && void renameFile(typed))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setTyped(name)
      }}
    />
  )
}
