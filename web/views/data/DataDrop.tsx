// Where a file or a folder of problems is chosen or dropped.

import { useRef, useState } from 'react'
import { openData } from '../../commands/data-sets.ts'
import { chosenFiles, droppedFiles } from '../../commands/dropped-files.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { DATA_INTRO, DATA_LAYOUTS } from '../../text/data.ts'

export function DataDrop() {
  const [over, setOver] = useState(false)
  const busy = useWorkbench((state) => state.data.open.kind === 'reading')
  const open = useWorkbench((state) => state.data.open.kind === 'open')
  const file = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const take = (event: React.ChangeEvent<HTMLInputElement>): void => {
    void openData(chosenFiles(event.target.files))
    event.target.value = ''
  }
  return (
    <section
      className="section"
      aria-labelledby="data-title"
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        void droppedFiles(event.dataTransfer).then(openData)
      }}
    >
      <h2 id="data-title" className="section-head">
        Problems from a file
      </h2>
      <div className="data-drop" data-over={over} data-testid="data-drop">
        <p>{DATA_INTRO}</p>
        <div className="data-choose">
          <button type="button" className={open ? 'button' : 'button button-primary'} disabled={busy} onClick={() => file.current?.click()}>
            Choose a file
          </button>
          <button type="button" className="button" disabled={busy} onClick={() => folder.current?.click()}>
            Choose a folder
          </button>
          <span className="small soft">or drop it here</span>
        </div>
        <p className="small faint">{DATA_LAYOUTS}</p>
      </div>
      <input ref={file} type="file" multiple hidden aria-label="Parquet, JSONL or JSON" data-testid="data-file" onChange={take} />
      <input ref={folder} type="file" hidden aria-label="A folder of problems" onChange={take} {...{ webkitdirectory: '' }} />
    </section>
  )
}
