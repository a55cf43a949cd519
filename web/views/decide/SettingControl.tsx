// The control that edits one setting, by its kind: a menu, boxes to tick, a text for JSON, a line. Knows what stands in it, not
// what is wrong with it.

import type { SpecField } from '../../../src/record/spec-fields.ts'
import { editSetting } from '../../commands/edit-draft.ts'
import { listed } from '../../state/setting-text.ts'

interface SettingControlProps {
  readonly id: string
  readonly field: SpecField
  readonly text: string
  readonly range: string
  readonly disabled: boolean
  /** Ids of what explains it. */
  readonly describedBy: string
  readonly invalid: boolean
}

export function SettingControl({ id, field, text, range, disabled, describedBy, invalid }: SettingControlProps) {
  const common = { id, className: 'input', disabled, 'aria-describedby': describedBy, 'aria-invalid': invalid }
  const writing = {
    autoComplete: 'off',
    spellCheck: false,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => editSetting(field.path, event.target.value),
    onKeyDown: (event: { readonly key: string }) => {
      if (event.key === 'Escape') editSetting(field.path, null)
    },
  }
  switch (field.kind) {
    case 'choice':
      return (
        <select {...common} value={text} onChange={(event) => editSetting(field.path, event.target.value)}>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )
    case 'list': {
      const named = listed(text)
      const toggle = (choice: string): void =>
        editSetting(field.path, field.choices.filter((one) => (one === choice ? !named.includes(one) : named.includes(one))).join(', '))
      return (
        <fieldset id={id} aria-describedby={describedBy} className="field-list">
          <legend className="unseen">{field.title}</legend>
          {field.choices.map((choice) => (
            <label key={choice}>
              <input type="checkbox" disabled={disabled} checked={named.includes(choice)} onChange={() => toggle(choice)} /> {choice}
            </label>
          ))}
        </fieldset>
      )
    }
    case 'settings':
    case 'reloads':
      return <textarea {...common} {...writing} rows={3} />
    default:
      return <input {...common} {...writing} inputMode={field.kind === 'integer' || field.kind === 'number' ? 'decimal' : 'text'} title={range} />
  }
}
