// Which step and which arm the token view shows: back, forth, a slider, and following the newest.

import type { Arm } from '../../../src/record/events.ts'
import { selectArm, selectStep } from '../../commands/navigate.ts'
import { tokenSteps } from '../../state/select-tokens.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { ARM_WORDS } from '../../text/run-words.ts'
import { Icon } from '../../ui/Icon.tsx'

export function StepPicker() {
  const run = useWorkbench((state) => state.run)
  const { arm, step } = useWorkbench((state) => state.selection)
  const shown = useWorkbench((state) => state.tokenStep?.step ?? null)
  if (run === null) return null
  const steps = tokenSteps(run, arm)
  const arms = [...new Set(run.tokens.map((ref) => ref.arm))]
  const newest = steps.at(-1)
  const current = step ?? shown ?? newest ?? 0
  const place = Math.max(0, steps.indexOf(current))
  const go = (target: number): void => {
    const chosen = steps[target]
    if (chosen !== undefined) selectStep(chosen === newest && target === steps.length - 1 ? null : chosen)
  }
  return (
    <>
      <div className="step-picker">
        <button type="button" className="button button-quiet" aria-label="Previous step" disabled={place <= 0} onClick={() => go(place - 1)}>
          <Icon name="previous" />
        </button>
        <input
          type="range"
          aria-label="Step"
          min={0}
          max={Math.max(0, steps.length - 1)}
          value={place}
          disabled={steps.length < 2}
          aria-valuetext={`Step ${current}`}
          onChange={(event) => go(Number(event.target.value))}
        />
        <button type="button" className="button button-quiet" aria-label="Next step" disabled={place >= steps.length - 1} onClick={() => go(place + 1)}>
          <Icon name="next" />
        </button>
        <output>
          Step {current}
          {step === null && steps.length > 0 ? ', newest' : ''}
        </output>
      </div>
      {arms.length > 1 && (
        <select className="input" style={{ width: 'auto' }} aria-label="Whose episodes" value={arm} onChange={(event) => selectArm(event.target.value as Arm)}>
          {arms.map((one) => (
            <option key={one} value={one}>
              {ARM_WORDS[one]}
            </option>
          ))}
        </select>
      )}
    </>
  )
}
