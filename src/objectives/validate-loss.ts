// Refuses loss specs that a loss could not be computed from, and settings that it would not read: an option that
// is silently ignored is worse than an error.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { LossName, LossSpec } from '../service/index.ts'

type LossSetting = 'clipLow' | 'clipHigh' | 'beta' | 'weightCap'

/** What each loss reads besides logprobs and coefficients. */
const LOSS_SETTINGS: Readonly<Record<LossName, readonly LossSetting[]>> = {
  cross_entropy: [],
  importance_sampling: [],
  ppo: ['clipLow', 'clipHigh'],
  cispo: ['clipLow', 'clipHigh'],
  dro: ['beta'],
  gspo: ['clipLow', 'clipHigh'],
  decoupled_ppo: ['clipLow', 'clipHigh', 'weightCap'],
}

const SETTINGS: readonly LossSetting[] = ['clipLow', 'clipHigh', 'beta', 'weightCap']
const FIELDS: readonly string[] = ['name', 'klCoefficient', 'scale', ...SETTINGS]

export function validateLoss(loss: LossSpec): Result<LossSpec> {
  const invalid = (message: string, setting: string) => fail(tokenloomError('SPEC_INVALID', message, `Correct loss.${setting}.`, `loss.${setting}`))
  if (!Object.hasOwn(LOSS_SETTINGS, loss.name)) {
    return invalid(`There is no loss ${JSON.stringify(loss.name)}; known are ${Object.keys(LOSS_SETTINGS).join(', ')}.`, 'name')
  }
  const unknown = Object.keys(loss).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return invalid(`${unknown} is not a setting of a loss.`, unknown)
  const read = LOSS_SETTINGS[loss.name]
  for (const setting of SETTINGS) {
    const value = loss[setting]
    if (value === undefined && read.includes(setting)) return invalid(`${loss.name} needs ${setting}.`, setting)
    if (value !== undefined && !read.includes(setting)) return invalid(`${loss.name} does not read ${setting}.`, setting)
    if (value !== undefined && !(Number.isFinite(value) && value >= 0))
      return invalid(`${setting} is ${value} but must be a number that is not negative.`, setting)
  }
  const { clipLow = 0, clipHigh = 1 } = loss
  if (clipLow > 1) return invalid(`clipLow is ${clipLow}, above 1: a ratio of 1 must lie within the bounds.`, 'clipLow')
  if (clipHigh < 1) return invalid(`clipHigh is ${clipHigh}, below 1: a ratio of 1 must lie within the bounds.`, 'clipHigh')
  const { klCoefficient = 0, scale = 1 } = loss
  if (!(Number.isFinite(klCoefficient) && klCoefficient >= 0)) return invalid(`klCoefficient is ${klCoefficient} but must not be negative.`, 'klCoefficient')
  if (!(Number.isFinite(scale) && scale > 0)) return invalid(`scale is ${scale} but must be positive.`, 'scale')
  return ok(loss)
}
