// Plays the recorded run through the reducers that draw a live one, a beat at a time, until somebody trains or opens
// another run; behind a view that is not of the run it waits. Under reduced motion nothing plays by itself: the whole run stands at once.

import { toErrorData } from '../../src/base/errors.ts'
import { beatsOf, playsBeside, RECORDED_RUN, type RecordingState } from '../state/recording.ts'
import { emptyRunView, replayRun } from '../state/run-view.ts'
import { applyEvents, workbench } from '../state/workbench.ts'
import { recordedEvents } from './recording-files.ts'
import { followTokens, showTokens } from './show-tokens.ts'

/** Some 35 seconds for 80 steps of two beats each. */
const BEAT = 210

let timer: ReturnType<typeof setTimeout> | undefined

/** What a first visit sees. Silent when it cannot be had: the page is whole without it. */
export async function playOnFirstVisit(): Promise<void> {
  const events = await recordedEvents().catch(() => null)
  const { run, tab } = workbench.getState()
  if (events === null || run !== null) return
  // Whoever comes for a lesson or a game finds it whole instead of waiting at nothing.
  if (!playsBeside(tab) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) await openRecording()
  else playFromStart()
}

/** The recorded run as a whole, at rest. */
export async function openRecording(): Promise<void> {
  clearTimeout(timer)
  try {
    const run = replayRun(RECORDED_RUN, await recordedEvents())
    workbench.setState({ run, live: false, recording: 'ended', commandError: null, tokenStep: null, tokenProblem: null })
    await showTokens()
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}

export function playFromStart(): void {
  workbench.setState({ run: emptyRunView(RECORDED_RUN), live: false, recording: 'playing', commandError: null, tokenStep: null, tokenProblem: null })
  void beat()
}

export function holdRecording(): void {
  clearTimeout(timer)
  if (isUnderWay(workbench.getState().recording)) workbench.setState({ recording: 'held' })
}

export function goOnPlaying(): void {
  if (workbench.getState().recording !== 'held') return
  workbench.setState({ recording: 'playing' })
  void beat()
}

const isUnderWay = (recording: RecordingState | null): boolean => recording === 'playing' || recording === 'waiting'

async function beat(): Promise<void> {
  clearTimeout(timer)
  const events = await recordedEvents()
  const { run, recording, tab } = workbench.getState()
  if (run === null || run.id !== RECORDED_RUN || !isUnderWay(recording)) return
  const now = playsBeside(tab) ? 'playing' : 'waiting'
  if (recording !== now) workbench.setState({ recording: now })
  if (now === 'playing' && !document.hidden) {
    const next = beatsOf(events.slice(run.lastSeq + 1))[0]
    if (next === undefined) {
      workbench.setState({ recording: 'ended' })
      return
    }
    applyEvents(next)
    if (next.some((event) => event.kind === 'tokens')) setTimeout(followTokens)
  }
  timer = setTimeout(() => void beat(), BEAT)
}
