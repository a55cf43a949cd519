// One setting: its name with the explanation behind it, the control, and beside it what is wrong with its value.

import { useId } from 'react'
import { SPEC_FIELD } from '../../../src/record/spec-fields.ts'
import { editSetting } from '../../commands/edit-draft.ts'
import { fieldText, readDraft } from '../../state/draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

export function SettingField({ path, disabled }: { readonly path: string; readonly disabled: boolean }) {
  const id = useId()
  const text = useWorkbench((state) => fieldText(state.draft, path))
  const error = useWorkbench((state) => readDraft(state.draft).errors[path] ?? null)
  const field = SPEC_FIELD.get(path)
  if (field === undefined) return null
  const range = field.kind === 'integer' || field.kind === 'number' ? `${field.min} to ${field.max === Number.MAX_SAFE_INTEGER ? '2^53' : field.max}` : ''
  const described = `${id}-help${error === null ? '' : ` ${id}-error`}`
  return (
    <div className="field-row">
      <label htmlFor={id}>
        {field.title}
        <span id={`${id}-help`} className="small faint" style={{ display: 'block', lineHeight: 1.3 }}>
          {field.help}
          {range === '' ? '' : <span className="unseen"> From {range}.</span>}
        </span>
      </label>
      {field.kind === 'choice' ? (
        <select
          id={id}
          className="input"
          value={text}
          disabled={disabled}
          aria-describedby={described}
          aria-invalid={error !== null}
          onChange={(event) => editSetting(path, event.target.value)}
        >
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={text}
          title={range}
          disabled={disabled}
          aria-describedby={described}
          aria-invalid={error !== null}
          onChange={(event) => editSetting(path, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') editSetting(path, null)
          }}
        />
      )}
      {error !== null && (
        <p id={`${id}-error`} className="notice notice-failed field-error small" role="alert">
          <span style={{ gridColumn: '1 / -1' }}>{error.message}</span>
          <span className="code" style={{ gridColumn: '1 / -1' }}>
            {error.code} at {path}
          </span>
        </p>
      )}
    </div>
  )
}
