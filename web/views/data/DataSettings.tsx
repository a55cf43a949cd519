// How a file is read: which columns hold what, and how large its pictures become. A change reads the file again.

import { choosePictures, nameColumns } from '../../commands/data-sets.ts'
import type { DataSetFacts } from '../../state/data-sets.ts'
import { PICTURE_SIZES } from '../../state/data-sets.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { DARK_GROUND_HELP, sizeWords } from '../../text/data.ts'

const COLUMNS = [
  ['problem', 'Problem'],
  ['answer', 'Answer'],
  ['pictures', 'Pictures'],
] as const

export function DataSettings({ facts: { columns, known, pictures: count } }: { readonly facts: DataSetFacts }) {
  const pictures = useWorkbench((state) => state.data.pictures)
  if (columns === null) return null
  return (
    <details className="more data-settings">
      <summary>How it is read</summary>
      <div className="data-fields">
        {COLUMNS.map(([name, title]) => (
          <label key={name} className="small">
            <span className="soft">{title}</span>
            <select className="input" value={columns[name]} onChange={(event) => void nameColumns({ [name]: event.target.value })}>
              {name === 'pictures' && <option value="">none</option>}
              {known.map((column) => (
                <option key={column}>{column}</option>
              ))}
            </select>
          </label>
        ))}
        {count > 0 && (
          <label className="small">
            <span className="soft">Size of pictures</span>
            <select className="input" value={pictures.size} onChange={(event) => void choosePictures({ ...pictures, size: Number(event.target.value) })}>
              {PICTURE_SIZES.map((size) => (
                <option key={size} value={size}>
                  {sizeWords(size)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {count > 0 && (
        <label className="small data-check">
          <input type="checkbox" checked={pictures.darkGround} onChange={(event) => void choosePictures({ ...pictures, darkGround: event.target.checked })} />
          <span>
            Dark ground <span className="faint">{DARK_GROUND_HELP}</span>
          </span>
        </label>
      )}
    </details>
  )
}
