// Says that the run on view is a recording, on what it was made, and how to hold it or play it.

import { goOnPlaying, holdRecording, openRecording, playFromStart } from '../../commands/play-recording.ts'
import { canCompute } from '../../state/device-report.ts'
import type { RecordingState } from '../../state/recording.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { RECORDING_ADVICE, recordingLine } from '../../text/recording.ts'
import { Icon } from '../../ui/Icon.tsx'

export function RecordingNote({ recording }: { readonly recording: RecordingState }) {
  const service = useWorkbench((state) => state.run?.service ?? null)
  const adapter = useWorkbench(canCompute)
  return (
    <div className="recording" data-testid="recording">
      <p className="small">
        <strong className="pill">Recording</strong>{' '}
        <span className="recording-more">
          {recordingLine(service)} {RECORDING_ADVICE[adapter ? 'train' : 'noEngine']}
        </span>
      </p>
      <div className="recording-buttons">
        {(recording === 'playing' || recording === 'waiting') && (
          <button type="button" className="button button-quiet" onClick={holdRecording}>
            <Icon name="pause" />
            Hold the recording
          </button>
        )}
        {recording === 'held' && (
          <button type="button" className="button button-quiet" onClick={goOnPlaying}>
            <Icon name="play" />
            Play on
          </button>
        )}
        {recording !== 'ended' && (
          <button type="button" className="button button-quiet" onClick={() => void openRecording()}>
            <Icon name="step" />
            To its end
          </button>
        )}
        {recording === 'ended' && (
          <button type="button" className="button button-quiet" onClick={playFromStart}>
            <Icon name="play" />
            Play it again
          </button>
        )}
      </div>
    </div>
  )
}
