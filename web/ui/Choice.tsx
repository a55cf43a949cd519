// A small labelled choice among words; `none`, when given, is the choice of nothing.

export interface ChoiceProps<T extends string> {
  readonly label: string
  readonly none: string | null
  readonly value: T | null
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T | null) => void
}

export function Choice<T extends string>({ label, none, value, options, onChange }: ChoiceProps<T>) {
  return (
    <label className="choice-small">
      <span className="soft">{label}</span>
      <select className="input" value={value ?? ''} onChange={(event) => onChange(options.find(([one]) => one === event.target.value)?.[0] ?? null)}>
        {none !== null && <option value="">{none}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
