// The presets, one chosen from the start. While a run is under way it is that run's; a run on an authored source stands there by its name.

import { isAuthored } from '../../../src/record/is-authored.ts'
import { findPreset, PRESETS } from '../../../src/record/presets.ts'
import { choosePreset } from '../../commands/edit-draft.ts'
import { readDraft } from '../../state/draft.ts'
import { shownDraft } from '../../state/shown-draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'

/** A preset that no list offers stands before the others while it is chosen. */
function listed(chosen: string): typeof PRESETS {
  const other = PRESETS.some(({ name }) => name === chosen) ? undefined : findPreset(chosen)
  return other === undefined ? PRESETS : [other, ...PRESETS]
}

export function PresetPicker({ disabled }: { readonly disabled: boolean }) {
  const chosen = useWorkbench((state) => shownDraft(state).preset)
  // What is trained on has a name of its own where it is no preset's.
  const own = useWorkbench((state) => {
    const { spec } = readDraft(shownDraft(state))
    return spec !== null && isAuthored(spec) ? spec.environment.id : null
  })
  const presets = listed(chosen)
  const move = (event: React.KeyboardEvent, offset: number): void => {
    const place = presets.findIndex((preset) => preset.name === chosen)
    const next = presets[(place + offset + presets.length) % presets.length]
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
      {presets.map((preset) => (
        // biome-ignore lint/a11y/useSemanticElements: a card with two lines of text, in a radio group with arrow keys
        <button
          key={preset.name}
          id={`preset-${preset.name}`}
          type="button"
          role="radio"
          aria-checked={preset.name === chosen}
          tabIndex={preset.name === chosen ? 0 : -1}
          className="preset"
          title={preset.summary}
          disabled={disabled}
          onClick={() => choosePreset(preset.name)}
        >
          <strong>{own !== null && preset.name === chosen ? own : preset.title}</strong>
          {/* The others say theirs when they are chosen, and to whoever hears them. */}
          <span className={preset.name === chosen ? 'small soft' : 'unseen'}>{preset.summary}</span>
        </button>
      ))}
    </div>
  )
}
