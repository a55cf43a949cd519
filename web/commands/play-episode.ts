// An episode out of a link: played in a worker after the press, then stepped through frame by frame. No engine is asked for anything,
// and the only files are the tokenizer's, from the page's own host.

import { toErrorData } from '../../src/base/errors.ts'
import { PRESETS } from '../../src/record/presets.ts'
import { presetSpec } from '../../src/record/spec-schema.ts'
import type { EpisodeLink } from '../../src/share/link.ts'
import type { ReplayRequest, ReplayWorkerApi } from '../../src/workers/replay-api.ts'
import { nearest } from '../state/episode-play.ts'
import { workbench } from '../state/workbench.ts'
import { modelUrl } from './engine.ts'
import { holdWorker, type WorkerHandle } from './worker-handle.ts'

/** Milliseconds that a frame stands while the episode plays. */
const BEAT = 800

let request = 0
let timer: ReturnType<typeof setTimeout> | undefined

export async function playEpisode({ kind: _, ...facts }: EpisodeLink): Promise<void> {
  const mine = ++request
  workbench.setState({ episodePlay: { kind: 'opening' } })
  try {
    const episode = await withWorker((worker) => worker.ask((remote) => remote.play(facts, modelUrl(baseFor(facts.environment)))))
    if (mine !== request) return
    workbench.setState({ episodePlay: { kind: 'shown', episode, frame: 0, playing: false } })
    // Under reduced motion it stands at its start until somebody steps through it.
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) playOn()
  } catch (thrown) {
    if (mine === request) workbench.setState({ episodePlay: { kind: 'failed', error: toErrorData(thrown) } })
  }
}

export function goToEpisodeFrame(frame: number): void {
  const { episodePlay } = workbench.getState()
  if (episodePlay.kind !== 'shown') return
  clearTimeout(timer)
  workbench.setState({ episodePlay: { ...episodePlay, frame: nearest(episodePlay.episode, frame), playing: false } })
}

/** From its start again, when it stands at its end. */
export function playOn(): void {
  const { episodePlay } = workbench.getState()
  if (episodePlay.kind !== 'shown') return
  const last = episodePlay.episode.frames.length - 1
  workbench.setState({ episodePlay: { ...episodePlay, frame: episodePlay.frame >= last ? 0 : episodePlay.frame, playing: true } })
  clearTimeout(timer)
  timer = setTimeout(beat, BEAT)
}

export function leaveEpisode(): void {
  request++
  clearTimeout(timer)
  workbench.setState({ episodePlay: { kind: 'idle' } })
}

function beat(): void {
  const { episodePlay } = workbench.getState()
  if (episodePlay.kind !== 'shown' || !episodePlay.playing) return
  const last = episodePlay.episode.frames.length - 1
  const frame = Math.min(last, episodePlay.frame + 1)
  workbench.setState({ episodePlay: { ...episodePlay, frame, playing: frame < last } })
  if (frame < last) timer = setTimeout(beat, BEAT)
}

/** What a link must hold of a recorded episode. */
export const factsOfEpisode = (asked: ReplayRequest) => withWorker((worker) => worker.ask((remote) => remote.factsOf(asked)))

/** All shipped bases have one tokenizer; that of the environment's own preset is most likely here already. */
function baseFor(environment: string): string {
  const specs = PRESETS.flatMap(({ name }) => {
    const spec = presetSpec(name)
    return spec.ok ? [spec.value] : []
  })
  return (specs.find((spec) => spec.environment.id === environment) ?? specs[0])?.base ?? 'arithmetic'
}

async function withWorker<T>(work: (worker: WorkerHandle<ReplayWorkerApi>) => Promise<T>): Promise<T> {
  const worker = new Worker(new URL('../../src/workers/replay.worker.ts', import.meta.url), { type: 'module', name: 'replay' })
  const held = holdWorker<ReplayWorkerApi>('replay', worker)
  try {
    return await work(held)
  } finally {
    held.dispose()
  }
}
