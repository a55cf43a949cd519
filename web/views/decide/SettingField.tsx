// One setting: its name with the explanation behind it, the control, and beside it what is wrong with its value.

import { useId } from 'react'
import { SPEC_FIELD, type SpecField } from '../../../src/record/spec-fields.ts'
import { fieldText, readDraft } from '../../state/draft.ts'
import { shownDraft } from '../../state/shown-draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { SettingControl } from './SettingControl.tsx'

/** Numbers fit beside their name, choices take the width of the longest, what is written as text stands under it. */
const WIDTH: Readonly<Record<SpecField['kind'], string>> = {
  integer: '',
  number: '',
  choice: 'field-choice',
  list: 'field-wide',
  name: 'field-wide',
  names: 'field-wide',
  hash: 'field-wide',
  settings: 'field-wide',
  reloads: 'field-wide',
}

export function SettingField({ path, disabled }: { readonly path: string; readonly disabled: boolean }) {
  const id = useId()
  const text = useWorkbench((state) => fieldText(shownDraft(state), path))
  const error = useWorkbench((state) => readDraft(shownDraft(state)).errors[path] ?? null)
  const field = SPEC_FIELD.get(path)
  if (field === undefined) return null
  const range = field.kind === 'integer' || field.kind === 'number' ? `${field.min} to ${field.max === Number.MAX_SAFE_INTEGER ? '2^53' : field.max}` : ''
  const described = `${id}-help${error === null ? '' : ` ${id}-error`}`
  return (
    <div className={`field-row ${WIDTH[field.kind]}`}>
      <label htmlFor={id}>
        <span>{field.title}</span>
        <span id={`${id}-help`} className="field-help small faint">
          {field.help}
          {range === '' ? '' : <span className="unseen"> From {range}.</span>}
        </span>
      </label>
      <SettingControl {...{ id, field, text, range, disabled }} describedBy={described} invalid={error !== null} />
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
