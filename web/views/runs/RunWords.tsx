// Names a run, notes something about it, gives it tags. Escape leaves it as it was.

import { useId, useState } from 'react'
import { describeRun } from '../../commands/store.ts'
import { readTags } from '../../state/run-filter.ts'
import type { SavedRun } from '../../state/saved-run.ts'
import { LONGEST_TAG } from '../../state/view-filters.ts'

const LONGEST_NAME = 60
const LONGEST_NOTE = 2000
const LONGEST_TAGS = 200

export function RunWords({ run, onDone }: { readonly run: SavedRun; readonly onDone: () => void }) {
  const id = useId()
  const [name, setName] = useState(run.name)
  const [note, setNote] = useState(run.note)
  const [tags, setTags] = useState(run.tags.join(', '))
  const keep = async (): Promise<void> => {
    await describeRun(run.id, { name: name.trim() === '' ? run.name : name.trim(), note: note.trim(), tags: readTags(tags, LONGEST_TAG) })
    onDone()
  }
  return (
    <form
      className="run-words"
      onSubmit={(event) => {
        event.preventDefault()
        void keep()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone()
      }}
    >
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        className="input input-text"
        value={name}
        maxLength={LONGEST_NAME}
        ref={(element) => {
          if (element !== null && document.activeElement?.closest('.run-words') == null) element.focus()
        }}
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-note`}>Note</label>
      <textarea
        id={`${id}-note`}
        className="input input-text"
        rows={3}
        value={note}
        maxLength={LONGEST_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
      <label htmlFor={`${id}-tags`}>Tags, with commas between</label>
      <input id={`${id}-tags`} className="input input-text" value={tags} maxLength={LONGEST_TAGS} onChange={(event) => setTags(event.target.value)} />
      <div className="run-actions">
        <button type="submit" className="button button-primary">
          Keep
        </button>
        <button type="button" className="button" onClick={onDone}>
          Leave as it was
        </button>
      </div>
    </form>
  )
}
