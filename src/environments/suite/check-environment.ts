// The contract suite: everything that an environment promises, checked from outside. Used by our own tests, by the
// authoring tab and by users' tests alike. After Gymnasium's check_env and PettingZoo's api and seed tests.

import type { Json } from '../../base/json.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { actionChecks } from './action-checks.ts'
import { offerChecks } from './offer-checks.ts'
import { playChecks } from './play-checks.ts'
import { type ActionSampler, recordPlay } from './random-play.ts'
import { specChecks } from './spec-checks.ts'
import { textChecks } from './text-checks.ts'
import { withTraps } from './traps.ts'
import { type CheckReport, runCheck } from './verdict.ts'

export interface CheckOptions {
  /** Random plays a check. Default 30. */
  readonly plays?: number
  readonly firstSeed?: number
  /** The configuration under test, as a user would write it. Default: all defaults. */
  readonly config?: Json
  /** Proposes actions where the environment accepts any text: without one, random text has to hit. */
  readonly sampler?: ActionSampler
  /** A clock in milliseconds; with one the report gives the speed. */
  readonly now?: () => number
}

export function checkEnvironment(definition: EnvironmentDefinition, options: CheckOptions = {}): CheckReport {
  const seeds = Array.from({ length: options.plays ?? 30 }, (_, i) => (options.firstSeed ?? 1) + i)
  const parsed = definition.parseConfig(options.config ?? {})
  const config = parsed.ok ? parsed.value : {}
  const playOptions = { config, ...(options.sampler === undefined ? {} : { sampler: options.sampler }) }
  const checks = [
    ...specChecks(definition, config),
    ...(parsed.ok
      ? [
          ...playChecks(definition, seeds, playOptions),
          ...textChecks(definition, seeds, playOptions),
          ...actionChecks(definition, seeds, playOptions),
          ...offerChecks(definition, seeds, playOptions),
        ]
      : []),
    runCheck('neither chance nor time from outside', (seen) => {
      withTraps(() => {
        for (const seed of seeds) recordPlay(definition, seed, { ...playOptions, seen })
      })
      return 'Math.random and Date.now are not called'
    }),
  ]
  const valid = checks.every((check) => check.verdict === 'valid')
  return {
    environment: definition.spec.id,
    valid,
    checks,
    ...(valid && options.now !== undefined ? { stepsPerSecond: speed(definition, seeds, config, options.now) } : {}),
  }
}

function speed(definition: EnvironmentDefinition, seeds: readonly number[], config: Json, now: () => number): number {
  const start = now()
  let steps = 0
  for (const seed of seeds) steps += recordPlay(definition, seed, { config }).moves.length
  return (steps * 1000) / Math.max(now() - start, 1e-3)
}
