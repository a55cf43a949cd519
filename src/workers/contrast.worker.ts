// The contrast worker's entry: two coordinators, one seed. Unwraps, plays, wraps.

import { expose } from 'comlink'
import type { ContrastWorkerApi } from './contrast-api.ts'
import { contrastCoordinators } from './contrast-coordinators.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'

const api: ContrastWorkerApi = {
  ping: lifeLock,
  contrast: (request) => outcomeOf(() => contrastCoordinators(request)),
}

expose(api)
