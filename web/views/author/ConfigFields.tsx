// The settings of an environment as its spec declares them: a field each, with its range and its help.

import type { Json } from '../../../src/base/json.ts'
import type { FieldSpec } from '../../../src/environments/contract.ts'
import type { PlayConfig } from '../../state/author-play.ts'

export interface ConfigFieldsProps {
  readonly fields: Readonly<Record<string, FieldSpec>>
  readonly config: PlayConfig
  readonly onChange: (config: PlayConfig) => void
}

export function ConfigFields({ fields, config, onChange }: ConfigFieldsProps) {
  return (
    <div className="author-config">
      {Object.entries(fields).map(([name, field]) => (
        <ConfigField key={name} field={field} value={config[name] ?? field.default} onChange={(value) => onChange({ ...config, [name]: value })} />
      ))}
    </div>
  )
}

interface ConfigFieldProps {
  readonly field: FieldSpec
  readonly value: Json
  readonly onChange: (value: Json) => void
}

function ConfigField({ field, value, onChange }: ConfigFieldProps) {
  const { kind, title, help, min, max, choices } = field
  if (kind === 'boolean')
    return (
      <label className="choice-small" title={help}>
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
        <span className="soft">{title}</span>
      </label>
    )
  if (kind === 'choice')
    return (
      <label className="choice-small" title={help}>
        <span className="soft">{title}</span>
        <select className="input" value={String(value)} onChange={(event) => onChange(event.target.value)}>
          {(choices ?? []).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      </label>
    )
  return (
    <label className="choice-small" title={help}>
      <span className="soft">{title}</span>
      <input
        className="input number author-seed"
        type="number"
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        step={kind === 'integer' ? 1 : 'any'}
        value={String(value)}
        onChange={(event) => {
          if (event.target.value !== '') onChange(Number(event.target.value))
        }}
      />
    </label>
  )
}
