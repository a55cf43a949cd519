// Another version of an authored environment for a run that is under way: asked for by a hand, or planned by the spec. It counts from
// the next step on, for all arms at once; episodes that are open end on the version that they began with. What the run was
// built upon must stay: the name, who takes part, whether pictures are shown. Knows no sandbox.

import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import { canonicalJson, type Json } from '../base/json.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import type { Foresight } from '../environments/foresight.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { sourceAt, withReload } from '../record/environment-versions.ts'
import type { SourceReload } from '../record/spec.ts'
import { settleRules } from './prepare.ts'
import type { RunSetting } from './setting.ts'

/** A version of the environment, ready to be played. */
export interface SourceVersion {
  readonly environment: EnvironmentDefinition
  readonly foresight?: Foresight
  /** The text, and its SHA-256. */
  readonly source: string
  readonly hash: string
}

/** What the spec plans: its version comes after this many steps. */
export interface PlannedReload {
  readonly after: number
  readonly version: SourceVersion
}

export interface Reloads {
  /** Resolves with the number of steps after which it came. Rejects with why it was not taken: the run goes on as it was. */
  ask(version: SourceVersion): Promise<number>
  /** The version that is to come when `done` steps are done, or null. `planned`: the spec says so, and it must be taken. */
  take(done: number): { readonly version: SourceVersion; readonly planned: boolean } | null
  /** What became of the one that was taken last. */
  answer(outcome: Result<number>): void
  /** The run is over: whoever still waits is told. */
  close(): void
}

export function createReloads(planned: readonly PlannedReload[] = []): Reloads {
  let waiting: { readonly version: SourceVersion; readonly settle: (outcome: Result<number>) => void } | null = null
  let taken: ((outcome: Result<number>) => void) | null = null
  let left = planned
  let over = false
  const cancelled = (message: string): Result<never> =>
    fail(tokenloomError('CANCELLED', message, 'The run goes on as it was; ask again if it is still under way.'))
  return {
    ask(version) {
      if (over) return Promise.reject(tokenloomError('CANCELLED', 'The run is over, so no step plays another version.', 'Start a run on the new source.'))
      waiting?.settle(cancelled('A newer version was asked for before this one came.'))
      return new Promise((resolve, reject: (error: TokenloomError) => void) => {
        waiting = { version, settle: (outcome) => (outcome.ok ? resolve(outcome.value) : reject(outcome.error)) }
      })
    },
    take(done) {
      if (waiting !== null) {
        const { version, settle } = waiting
        waiting = null
        taken = settle
        // What a hand asks for takes the place of what was planned.
        left = []
        return { version, planned: false }
      }
      const due = left.find(({ after }) => after === done)
      if (due === undefined) return null
      left = left.filter((one) => one !== due)
      return { version: due.version, planned: true }
    },
    answer(outcome) {
      taken?.(outcome)
      taken = null
    },
    close() {
      over = true
      const ended = cancelled('The run ended before another step began.')
      waiting?.settle(ended)
      taken?.(ended)
      waiting = taken = null
    },
  }
}

/**
 * The setting with another version from the step after `done` on. ENVIRONMENT_INVALID where the run is built upon something else, and what the
 * environment says of settings that do not fit it.
 */
export async function reloadSetting(setting: RunSetting, version: SourceVersion, done: number): Promise<Result<RunSetting>> {
  const { spec, environment: before, cast, tokenizer } = setting
  const { environment, foresight } = version
  const other = (what: string, at: string) =>
    fail(tokenloomError('ENVIRONMENT_INVALID', `The new version ${what}.`, 'The run goes on as it was; start a new run on this source.', at))
  if (version.hash === sourceAt(spec, done)) return other('is the one that the run plays already', 'environment.source')
  if (environment.spec.id !== before.spec.id) return other(`is called ${environment.spec.id}, and the run plays ${before.spec.id}`, 'spec.id')
  if ((environment.pictures === undefined) !== (before.pictures === undefined)) {
    return other(before.pictures === undefined ? 'shows pictures, and the run began without' : 'shows no pictures, and the run began with some', 'pictures')
  }
  const rules = await settleRules(spec, environment, foresight, tokenizer)
  if (!rules.ok) return rules
  const named = (one: typeof cast): string => canonicalJson(JSON.parse(JSON.stringify(one)) as Json)
  if (named(rules.value.cast) !== named(cast)) {
    return other(`has the agents ${rules.value.cast.agents.join(', ')}, and the run began with ${cast.agents.join(', ')}`, 'spec.possibleAgents')
  }
  const masks = setting.masks === undefined ? undefined : createTrieCompiler(tokenizer)
  const reload: SourceReload = { after: done, source: version.hash }
  return ok({ ...setting, ...rules.value, spec: withReload(spec, reload), environment, foresight, masks })
}
