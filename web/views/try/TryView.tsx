// Try it: a task that one writes, or a held-out one, answered by the base and by a policy side by side, saved or learning
// just now; or played by hand.

import { playByHand } from '../../commands/navigate.ts'
import { editTrial, tryHeldOut, tryWritten } from '../../commands/try-policy.ts'
import { canCompute } from '../../state/device-report.ts'
import { policyRuns } from '../../state/policy-runs.ts'
import { MOST_TEMPERATURE, TRIAL_SAMPLES } from '../../state/trial.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { TRY_EMPTY, temperatureWords } from '../../text/trial.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { TemperatureSlider } from '../../ui/TemperatureSlider.tsx'
import { HandPlay } from './HandPlay.tsx'
import { TrialResult } from './TrialResult.tsx'

export function TryView() {
  const byHand = useWorkbench((state) => state.byHand)
  return (
    <>
      <nav className="try-modes" aria-label="Who plays">
        <button type="button" className="button button-quiet" aria-current={byHand ? undefined : 'page'} onClick={() => playByHand(false)}>
          Policies answer
        </button>
        <button type="button" className="button button-quiet" aria-current={byHand ? 'page' : undefined} onClick={() => playByHand(true)}>
          You play
        </button>
      </nav>
      {byHand ? <HandPlay /> : <Answers />}
    </>
  )
}

function Answers() {
  const draft = useWorkbench((state) => state.trialDraft)
  const trial = useWorkbench((state) => state.trial)
  const adapter = useWorkbench(canCompute)
  const playing = trial.kind === 'playing'
  const adds = useWorkbench((state) => (state.run?.spec?.environment.id ?? 'arithmetic').startsWith('arithmetic'))
  const temperature = temperatureWords(draft.temperature, TRIAL_SAMPLES)
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
            placeholder={adds ? '47+38' : ''}
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
          <TemperatureSlider value={draft.temperature} most={MOST_TEMPERATURE} words={temperature} onChange={(value) => editTrial({ temperature: value })} />
          <span className="soft">{temperature}</span>
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
  const live = useWorkbench((state) => state.live)
  const chosen = useWorkbench((state) => state.trialDraft.run)
  const candidates = policyRuns({ saved, run, live })
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
