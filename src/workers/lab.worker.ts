// The laboratory worker's entry: lives for one experiment, with a device and a base of its own, so that no run is disturbed.
// Unwraps, asks the isolation library, wraps.

import { expose } from 'comlink'
import { unwrap } from '../base/result.ts'
import { runIsolation } from '../engine/isolation/isolation.ts'
import { findEnvironment } from '../environments/registry.ts'
import { isolationPolicies } from '../training/isolation-policies.ts'
import type { LabWorkerApi } from './lab-api.ts'
import { lifeLock } from './life-lock.ts'
import { outcomeOf } from './outcome.ts'
import { openOwnBench } from './own-bench.ts'

/** Small enough for the slowest device: what is compared is bits, and every step has all of them. */
const SETTING = { groups: 4, groupSize: 4 } as const

const api: LabWorkerApi = {
  ping: lifeLock,
  isolation: (start, onProgress) =>
    outcomeOf(async () => {
      const { bench, tokenizer, dispose } = await openOwnBench(start.engine, start.modelUrl)
      try {
        const environment = unwrap(findEnvironment('arithmetic-v1'))
        return await runIsolation(bench, isolationPolicies({ environment, tokenizer, seed: start.seed, ...SETTING }), start.steps, onProgress)
      } finally {
        dispose()
      }
    }),
}

expose(api)
