// The pictures of the step on view: asks the replay worker to draw them again. Only the newest request counts.

import { isPictureRow } from '../../src/base/picture-rows.ts'
import type { StepPicture } from '../state/step-pictures.ts'
import type { TokenStep } from '../state/token-step.ts'
import { workbench } from '../state/workbench.ts'
import { heldBack, replayWorker } from './show-board.ts'

let request = 0

export async function showPictures(step: TokenStep): Promise<void> {
  const { run, stepPictures } = workbench.getState()
  const spec = run?.spec ?? null
  const patch = run?.service?.base.patch
  if (spec === null || patch === undefined || heldBack(spec)) return
  // Siblings share their pictures; what is known is not drawn again.
  const wanted = new Set<number>()
  step.ids.forEach((id, index) => {
    if (isPictureRow(id) && !isPictureRow(step.ids[index - 1] ?? 0)) wanted.add(id)
  })
  if ([...wanted].every((id) => stepPictures.has(id))) return
  const mine = ++request
  const found = await replayWorker(spec, step.step)
    .then((worker) => worker.ask((remote) => remote.pictures({ spec, step: step.step, patch })))
    // Tokens are read without pictures too.
    .catch(() => [])
  if (mine !== request) return
  workbench.setState({ stepPictures: new Map(found.map(({ row, picture, image }): [number, StepPicture] => [row, { ...picture, patch: patch.size, image }])) })
}
