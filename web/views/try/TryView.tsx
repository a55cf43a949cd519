// Try it: a task that one writes, or a held-out one, answered by the base and by a saved policy side by side.

import { editTrial, tryHeldOut, tryWritten } from '../../commands/try-policy.ts'
import { canCompute } from '../../state/device-report.ts'
import { policyRuns } from '../../state/policy-runs.ts'
import { MOST_TEMPERATURE, TRIAL_SAMPLES } from '../../state/trial.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed } from '../../text/numbers.ts'
import { TRY_EMPTY, temperatureWords } from '../../text/trial.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { TrialResult } from './TrialResult.tsx'

export function TryView() {
  const draft = useWorkbench((state) => state.trialDraft)
  const trial = useWorkbench((state) => state.trial)
  const adapter = useWorkbench(canCompute)
  const playing = trial.kind === 'playing'
  const shown = trial.kind === 'answered' ? trial.trial : playing ? trial.before : null
  return (
    <>
      <section className="section" aria-labelledby="try-title">
        <h2 id="try-title" className="section-head">
          Try it
        </h2>
        {!adapter && <Remark>Answers need an engine: a GPU is asked for in the settings, and this browser lends none.</Remark>}
        <form
          className="try-form"
          onSubmit={(event) => {
            event.preventDefault()
            void tryWritten()
          }}
        >
          <label htmlFor="try-task">Task</label>
          <input
            id="try-task"
            className="input input-text mono"
            value={draft.text}
            placeholder="47+38"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            onChange={(event) => editTrial({ text: event.target.value })}
          />
          <button type="submit" className="button button-primary" disabled={!adapter || playing || draft.text.trim() === ''}>
            {playing ? 'Answering' : 'Answer'}
          </button>
          <button type="button" className="button" disabled={!adapter || playing} onClick={() => void tryHeldOut()}>
            A held-out problem
          </button>
        </form>
        <div className="try-settings small">
          <PolicyChoice />
          <label className="choice-small">
            <span className="soft">Temperature</span>
            <input
              type="range"
              min={0}
              max={MOST_TEMPERATURE}
              step={0.1}
              value={draft.temperature}
              aria-valuetext={temperatureWords(draft.temperature, TRIAL_SAMPLES)}
              onChange={(event) => editTrial({ temperature: Number(event.target.value) })}
            />
            <output className="number">{fixed(draft.temperature, 1)}</output>
          </label>
          <span className="soft">{temperatureWords(draft.temperature, TRIAL_SAMPLES)}</span>
        </div>
      </section>
      {trial.kind === 'failed' && (
        <div className="section">
          <ErrorNotice error={trial.error} />
        </div>
      )}
      {shown === null ? trial.kind !== 'failed' && <p className="section empty">{TRY_EMPTY}</p> : <TrialResult trial={shown} stale={playing} />}
    </>
  )
}

function PolicyChoice() {
  const saved = useWorkbench((state) => state.saved)
  const run = useWorkbench((state) => state.run)
  const chosen = useWorkbench((state) => state.trialDraft.run)
  const candidates = policyRuns({ saved, run })
  const value = candidates.find(({ id }) => id === chosen)?.id ?? candidates[0]?.id ?? ''
  return (
    <label className="choice-small">
      <span className="soft">The base, and the policy of</span>
      <select className="input" value={value} onChange={(event) => editTrial({ run: event.target.value })}>
        {candidates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
