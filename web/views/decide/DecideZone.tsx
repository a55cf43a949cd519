// The left zone: what is decided. Preset, seed and steps, controls, settings, the memory plan, kept runs.

import type { ControlName } from '../../../src/record/spec.ts'
import { CONTROL_NAMES } from '../../../src/record/spec-fields.ts'
import { toggleControl } from '../../commands/edit-draft.ts'
import { fieldsOf, fieldText, groupOf, readDraft, SETTING_GROUPS, type SettingGroup } from '../../state/draft.ts'
import { possibleControls } from '../../state/run-queue.ts'
import { isOver } from '../../state/run-view.ts'
import { shownDraft } from '../../state/shown-draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { ARM_HELP, ARM_WORDS } from '../../text/run-words.ts'
import { DeviceLine, StoreLine } from './DeviceLine.tsx'
import { DraftNote } from './DraftNote.tsx'
import { DraftSummary } from './DraftSummary.tsx'
import { EngineSetting } from './EngineSetting.tsx'
import { MemoryPlan } from './MemoryPlan.tsx'
import { PresetPicker } from './PresetPicker.tsx'
import { SavedRuns } from './SavedRuns.tsx'
import { SettingField } from './SettingField.tsx'

const GROUP_WORDS: Readonly<Record<SettingGroup, string>> = {
  environment: 'Base and environment',
  rollout: 'Sampling',
  objective: 'Objective',
  adapter: 'Adapter',
  optimizer: 'Optimizer',
  evaluation: 'Evaluation',
  agents: 'Agents and coordinator',
}

export function DecideZone() {
  const running = useWorkbench((state) => state.live && state.run !== null && !isOver(state.run.status))
  return (
    <section className="zone zone-decide" aria-label="What is decided">
      <div className="section">
        <DeviceLine />
        <StoreLine />
      </div>
      <DraftNote />
      <section className="section" aria-labelledby="preset-title">
        <h2 id="preset-title" className="section-head">
          Preset
        </h2>
        <PresetPicker disabled={running} />
        <div style={{ marginTop: 12 }}>
          <SettingField path="seed" disabled={running} />
          <SettingField path="steps" disabled={running} />
        </div>
      </section>
      <section className="section" aria-labelledby="controls-title">
        <h2 id="controls-title" className="section-head">
          Controls
        </h2>
        <Controls disabled={running} />
      </section>
      <section className="section" aria-labelledby="settings-title">
        <h2 id="settings-title" className="section-head">
          Settings
        </h2>
        {SETTING_GROUPS.map((group) => (
          <SettingsOf key={group} group={group} disabled={running} />
        ))}
        <EngineSetting disabled={running} />
        <DraftSummary disabled={running} />
      </section>
      <section className="section" aria-labelledby="memory-title">
        <h2 id="memory-title" className="section-head">
          Memory plan
        </h2>
        <MemoryPlan />
      </section>
      <section className="section" aria-labelledby="runs-title">
        <h2 id="runs-title" className="section-head">
          Runs
        </h2>
        <SavedRuns />
      </section>
    </section>
  )
}

/** Controls that every run can have. */
const ALWAYS: readonly ControlName[] = ['random', 'shuffled', 'frozen']

function Controls({ disabled }: { readonly disabled: boolean }) {
  const controls = useWorkbench((state) => shownDraft(state).controls)
  const spec = useWorkbench((state) => readDraft(shownDraft(state)).spec)
  // What a draft with an error cannot tell stays as it is.
  const offered = spec === null ? CONTROL_NAMES.filter((control) => ALWAYS.includes(control) || controls.includes(control)) : possibleControls(spec)
  return (
    <fieldset disabled={disabled}>
      <legend className="unseen">Runs beside this one that should not learn</legend>
      {offered.map((control) => (
        <label key={control} className="choice">
          <input type="checkbox" checked={controls.includes(control)} onChange={() => toggleControl(control)} />
          <span>{ARM_WORDS[control]}</span>
          <span className="small faint">{ARM_HELP[control]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function SettingsOf({ group, disabled }: { readonly group: SettingGroup; readonly disabled: boolean }) {
  const broken = useWorkbench((state) => Object.keys(readDraft(shownDraft(state)).errors).some((path) => groupOf(path) === group))
  // What a run starts from is never hidden.
  const named = useWorkbench((state) => group === 'adapter' && fieldText(shownDraft(state), 'adapter.from') !== '')
  const reloads = useWorkbench((state) => group === 'environment' && fieldText(shownDraft(state), 'environment.reloads') !== '')
  return (
    <details className="more" open={broken || named || undefined}>
      <summary>{GROUP_WORDS[group]}</summary>
      {fieldsOf(group)
        .filter(({ kind }) => kind !== 'reloads' || reloads)
        .map((field) => (
          <SettingField key={field.path} path={field.path} disabled={disabled} />
        ))}
    </details>
  )
}
