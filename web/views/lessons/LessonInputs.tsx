// What may be changed once a step has answered: every change runs the code again.

import type { LessonStep } from '../../../src/lessons/catalogue.ts'
import { changeInput } from '../../commands/lessons.ts'
import type { StepState } from '../../state/lessons.ts'
import { inputWords } from '../../text/lessons/labels.ts'
import { fixed } from '../../text/numbers.ts'

export function LessonInputs({ step, state }: { readonly step: LessonStep; readonly state: StepState }) {
  const { inputs = [] } = step
  if (inputs.length === 0) return null
  return (
    <fieldset className="lesson-inputs">
      <legend>Now change it</legend>
      {inputs.map(({ name, min, max, step: by }) => {
        const value = state.input[name] ?? min
        return (
          <label key={name} className="lesson-input">
            <span>{inputWords(name)}</span>
            <input type="range" min={min} max={max} step={by} value={value} onChange={(event) => void changeInput(name, event.target.valueAsNumber)} />
            <output className="number">{fixed(value, Number.isInteger(by) ? 0 : 1)}</output>
          </label>
        )
      })}
    </fieldset>
  )
}
