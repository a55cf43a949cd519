// The presets, one chosen from the start.

import { PRESETS } from '../../../src/record/presets.ts'
import { choosePreset } from '../../commands/edit-draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

export function PresetPicker({ disabled }: { readonly disabled: boolean }) {
  const chosen = useWorkbench((state) => state.draft.preset)
  const move = (event: React.KeyboardEvent, offset: number): void => {
    const place = PRESETS.findIndex((preset) => preset.name === chosen)
    const next = PRESETS[(place + offset + PRESETS.length) % PRESETS.length]
    if (next === undefined) return
    event.preventDefault()
    choosePreset(next.name)
    document.getElementById(`preset-${next.name}`)?.focus()
  }
  return (
    <div
      className="preset-list"
      role="radiogroup"
      aria-labelledby="preset-title"
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowRight') move(event, 1)
        if (event.key === 'ArrowUp' || event.key === 'ArrowLeft') move(event, -1)
      }}
    >
      {PRESETS.map((preset) => (
        // biome-ignore lint/a11y/useSemanticElements: a card with two lines of text, in a radio group with arrow keys
        <button
          key={preset.name}
          id={`preset-${preset.name}`}
          type="button"
          role="radio"
          aria-checked={preset.name === chosen}
          tabIndex={preset.name === chosen ? 0 : -1}
          className="preset"
          disabled={disabled}
          onClick={() => choosePreset(preset.name)}
        >
          <strong>{preset.title}</strong>
          <span className="small soft">{preset.summary}</span>
        </button>
      ))}
    </div>
  )
}
