// The run's buttons and where it stands: one primary button, and once it runs, pause, step and stop with the phase
// in words, done and total, and the time left.

import { continueRun } from '../../commands/continue-run.ts'
import { pressTrain } from '../../commands/press-train.ts'
import { pauseRun, resumeRun, stepRun, stopRun } from '../../commands/run-commands.ts'
import { canContinue } from '../../state/can-continue.ts'
import { readDraft } from '../../state/draft.ts'
import { progressOf } from '../../state/progress.ts'
import type { RecordingState } from '../../state/recording.ts'
import { isOver, type RunView } from '../../state/run-view.ts'
import { trainedFile } from '../../state/trained-file.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { whole } from '../../text/numbers.ts'
import { RECORDING_WORDS } from '../../text/recording.ts'
import { PHASE_WORDS, roughly, STATUS_WORDS, trainsFile } from '../../text/run-words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { StatusAnnouncer } from '../../ui/StatusAnnouncer.tsx'
import { UnderWay } from '../schedule/UnderWay.tsx'
import { RecordingNote } from './RecordingNote.tsx'
import { WaitingRuns } from './WaitingRuns.tsx'

export function RunDock() {
  const run = useWorkbench((state) => state.run)
  const live = useWorkbench((state) => state.live)
  const recording = useWorkbench((state) => state.recording)
  const commandError = useWorkbench((state) => state.commandError)
  // What it will say of the run needs its room from the start: what is above it does not move.
  const arriving = useWorkbench((state) => state.arriving && state.run === null && state.link === null)
  const active = live && run !== null && !isOver(run.status)
  return (
    <section className={arriving ? 'dock dock-arriving' : 'dock'} aria-label="Run">
      <div className="dock-inner">
        <div className="dock-buttons">
          {active ? (
            <RunningButtons paused={run.status === 'paused'} />
          ) : (
            <>
              <TrainButton />
              {run !== null && !live && recording === null && canContinue(run) && <ContinueButton run={run} />}
            </>
          )}
        </div>
        {!active && <TrainedFile />}
        {run !== null && <RunProgress run={run} live={live} recording={recording} />}
      </div>
      <UnderWay />
      <WaitingRuns />
      {recording !== null && <RecordingNote recording={recording} />}
      {commandError !== null && (
        <div style={{ marginTop: 10 }}>
          <ErrorNotice error={commandError} />
        </div>
      )}
      {run?.error != null && (
        <div style={{ marginTop: 10 }}>
          <ErrorNotice error={run.error} />
        </div>
      )}
    </section>
  )
}

function TrainButton() {
  const pending = useWorkbench((state) => state.pending)
  // A source is judged by its own checks, and by nothing that stands in the form.
  const ready = useWorkbench((state) =>
    trainedFile(state) === null ? readDraft(state.draft).spec !== null : state.authorCheck.kind !== 'refused' && state.authorTrain.kind !== 'starting',
  )
  const adapter = useWorkbench((state) => state.engineChoice !== 'wgsl' || state.device.kind === 'asking' || state.device.facts.adapter !== null)
  return (
    <button type="button" className="button button-primary" disabled={!ready || !adapter || pending !== null} onClick={() => void pressTrain()}>
      <Icon name="play" />
      {pending === 'start' ? 'Starting' : 'Train'}
    </button>
  )
}

/** Where Train means the source in the editor, that is said. */
function TrainedFile() {
  const name = useWorkbench((state) => trainedFile(state)?.name ?? null)
  return name === null ? null : (
    <p className="small soft dock-file" data-testid="trained-file">
      {trainsFile(name)}
    </p>
  )
}

function ContinueButton({ run }: { readonly run: RunView }) {
  const pending = useWorkbench((state) => state.pending)
  const adapter = useWorkbench((state) => state.device.kind === 'asking' || state.device.facts.adapter !== null)
  return (
    <button
      type="button"
      className="button"
      disabled={!adapter || pending !== null}
      title={`Go on from step ${run.checkpoint}, as if it had not been interrupted`}
      onClick={() => void continueRun(run.id)}
    >
      <Icon name="step" />
      Continue
    </button>
  )
}

function RunningButtons({ paused }: { readonly paused: boolean }) {
  const pending = useWorkbench((state) => state.pending)
  const run = useWorkbench((state) => state.run)
  const starting = run?.status === 'starting'
  return (
    <>
      {paused ? (
        <button type="button" className="button button-primary" disabled={pending !== null} onClick={() => void resumeRun()}>
          <Icon name="play" />
          Resume
        </button>
      ) : (
        <button type="button" className="button button-primary" disabled={pending !== null || starting} onClick={() => void pauseRun()}>
          <Icon name="pause" />
          {pending === 'pause' ? 'Pausing' : 'Pause'}
        </button>
      )}
      <button type="button" className="button" disabled={pending !== null || !paused} title="One step, then pause again" onClick={() => void stepRun()}>
        <Icon name="step" />
        Step
      </button>
      <button type="button" className="button" disabled={pending === 'stop'} onClick={() => void stopRun()}>
        <Icon name="stop" />
        {pending === 'stop' ? 'Stopping' : 'Stop'}
      </button>
    </>
  )
}

function RunProgress({ run, live, recording }: { readonly run: RunView; readonly live: boolean; readonly recording: RecordingState | null }) {
  const { done, total, millisecondsLeft } = progressOf(run)
  // A game that was kept is no training: it has no steps to be done.
  const counts = run.status !== 'played'
  const preparing = useWorkbench((state) => (state.engine.kind === 'preparing' ? state.engine.what : null))
  const doing =
    recording !== null && recording !== 'ended'
      ? RECORDING_WORDS[recording]
      : run.status === 'starting'
        ? (preparing ?? PHASE_WORDS.preparing)
        : run.status === 'running'
          ? PHASE_WORDS[run.phase]
          : STATUS_WORDS[run.status]
  // Before the spec is read there is no number of steps.
  const steps = total === 0 ? '' : `${whole(done)} of ${whole(total)}`
  const left = millisecondsLeft === null || !live ? '' : `${roughly(millisecondsLeft)} left`
  return (
    <div className="dock-progress">
      {counts && (
        <div className="bar" role="progressbar" aria-label="Steps done" aria-valuemin={0} aria-valuemax={Math.max(1, total)} aria-valuenow={done}>
          <i style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
        </div>
      )}
      <div className="dock-line small">
        <span data-testid="phase">{doing}</span>
        {counts && (
          <span className="soft number" data-testid="progress">
            {steps}
          </span>
        )}
      </div>
      {left !== '' && (
        <p className="small faint" data-testid="left">
          {left}
        </p>
      )}
      {live && <StatusAnnouncer message={`${doing}.${steps === '' ? '' : ` Step ${steps}${left === '' ? '' : `, ${left}`}.`}`} />}
    </div>
  )
}
