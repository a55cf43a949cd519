// The pictures that a step's episodes began with, drawn again from the run's spec. Each comes with the id of its first row, which
// is its hash: whoever holds the record's rows finds the picture that was shown, and no other.

import { pictureRowIds } from '../base/picture-rows.ts'
import { unwrap } from '../base/result.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { createPlay } from '../environments/play.ts'
import { findEnvironment } from '../environments/registry.ts'
import { imageOf } from '../episode/prompt.ts'
import { trainingPlans } from '../training/rollout.ts'
import type { PicturesRequest, ShownPicture } from './replay-api.ts'

export function replayPictures(
  { spec, step, patch }: PicturesRequest,
  definition: EnvironmentDefinition = unwrap(findEnvironment(spec.environment.id)),
): readonly ShownPicture[] {
  if (definition.pictures === undefined) return []
  const config = unwrap(definition.parseConfig(spec.environment.config))
  const found = new Map<number, Omit<ShownPicture, 'row'>>()
  const groups = new Set<number>()
  for (const { group, start, chance } of trainingPlans(spec, step)) {
    if (groups.has(group)) continue
    groups.add(group)
    const play = createPlay(definition, { config, split: 'train', start, chance })
    for (const agent of play.waiting()) {
      for (const picture of play.shown(agent).pictures) {
        const image = imageOf(picture, patch)
        const [row] = pictureRowIds(image, image.expectedTokens)
        if (row !== undefined) found.set(row, { picture, image })
      }
    }
  }
  return [...found].map(([row, shown]) => ({ row, ...shown }))
}
