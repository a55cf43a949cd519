// What a token could have been: asked of the run under way, else of the base or the policy that the run left, on an engine that
// is there already; none is started for it.

import { transfer } from 'comlink'
import { toErrorData } from '../../src/base/errors.ts'
import type { TokenAnswer, TokenQuestion } from '../../src/workers/token-alternatives.ts'
import type { TryPlayer, TryWorkerApi } from '../../src/workers/try-api.ts'
import { ALTERNATIVES } from '../state/alternatives.ts'
import { RECORDED_RUN } from '../state/recording.ts'
import { armOf, type RunView } from '../state/run-view.ts'
import { imagesAmong } from '../state/step-pictures.ts'
import type { TokenDetail } from '../state/token-step.ts'
import { workbench } from '../state/workbench.ts'
import { connectEngine, modelUrl, prepareEngine } from './engine.ts'
import { recordedFiles } from './recording-files.ts'
import { liveRun } from './run-commands.ts'
import { storedFiles } from './store.ts'
import { holdWorker } from './worker-handle.ts'

export async function askAlternatives(token: TokenDetail): Promise<void> {
  const { run, live, tokenStep, selection, engine } = workbench.getState()
  if (run === null || tokenStep === null || selection.arm !== 'policy' || !sampledByOneAdapter(run)) return
  const { start, end, actionMask } = token.sequence
  const tokens = tokenStep.ids.slice(start, Math.min(end, token.index + 1))
  const images = imagesAmong(tokens, workbench.getState().stepPictures)
  // Without its pictures nobody can say what it could have been.
  if (images === null) return
  const question: TokenQuestion = {
    tokens,
    ...(images.length === 0 ? {} : { images, attention: true }),
    temperature: run.spec?.rollout.temperature ?? 1,
    version: token.version,
    count: ALTERNATIVES,
    ...(actionMask === undefined ? {} : { actionMask }),
  }
  const current = liveRun()
  const underWay = live && current?.id === run.id ? current : null
  const ready = engine.kind === 'ready' && engine.description.base.name === run.spec?.base
  if (underWay === null && !ready) {
    tell(token, { kind: 'noEngine' })
    return
  }
  tell(token, { kind: 'asking' })
  try {
    const answer = underWay !== null ? await underWay.worker.ask((remote) => remote.alternatives(question)) : await askSaved(run, question)
    tell(token, { kind: 'known', of: token, answer })
  } catch (thrown) {
    tell(token, { kind: 'failed', error: toErrorData(thrown) })
  }
}

/** Worked examples were not sampled, and where agents have an adapter each the files do not say whose it was. */
function sampledByOneAdapter({ spec }: RunView): boolean {
  // A run that was recorded before there were several agents says nothing of them.
  return spec !== null && spec.kind === 'reinforcement' && (spec as Partial<typeof spec>).agents?.adapters !== 'separate'
}

/** Whoever looks elsewhere by now hears nothing. */
function tell(token: TokenDetail, alternatives: ReturnType<typeof workbench.getState>['alternatives']): void {
  if (workbench.getState().token === token) workbench.setState({ alternatives })
}

async function askSaved(run: RunView, question: TokenQuestion): Promise<TokenAnswer> {
  const base = run.spec?.base ?? ''
  const engine = await connectEngine(await prepareEngine(base, 'auto'))
  const player = await playerOf(run, question.version)
  const worker = holdWorker<TryWorkerApi>('try', new Worker(new URL('../../src/workers/try.worker.ts', import.meta.url), { type: 'module', name: 'try' }))
  try {
    return await worker.ask((remote) => remote.alternatives(transfer({ modelUrl: modelUrl(base), engine, player, question }, [engine])))
  } finally {
    worker.dispose()
  }
}

/** A fresh adapter leaves the base as it is, so the base is what wrote under version 0. */
async function playerOf(run: RunView, version: number): Promise<TryPlayer> {
  const files = version === 0 ? [] : run.id === RECORDED_RUN ? await recordedFiles() : await storedFiles(run.id)
  if (files.length === 0) return { kind: 'base' }
  const last = armOf(run, 'policy').steps.at(-1)?.version ?? 0
  return { kind: 'adapter', name: run.id, files, baseHash: run.service?.base.hash ?? '', version: last }
}
