// The engine that is wished for. A run pins the one that it began with; another choice serves the next run.

import { useId } from 'react'
import { chooseEngine } from '../../commands/choose-engine.ts'
import { ENGINE_CHOICES, engineChoiceOf } from '../../state/device-report.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { ENGINE_WORDS } from '../../text/device-line.ts'

export function EngineSetting({ disabled }: { readonly disabled: boolean }) {
  const id = useId()
  const choice = useWorkbench((state) => state.engineChoice)
  return (
    <details className="more">
      <summary>Engine</summary>
      <div className="field-row field-choice">
        <label htmlFor={id}>
          <span>Engine</span>
          <span id={`${id}-help`} className="field-help small faint">
            Automatic takes a real GPU, else the processor.
          </span>
        </label>
        <select
          id={id}
          className="input"
          value={choice}
          disabled={disabled}
          aria-describedby={`${id}-help`}
          onChange={(event) => chooseEngine(engineChoiceOf(event.target.value))}
        >
          {ENGINE_CHOICES.map((name) => (
            <option key={name} value={name}>
              {ENGINE_WORDS[name]}
            </option>
          ))}
        </select>
      </div>
    </details>
  )
}
