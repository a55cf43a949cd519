// What a run leaves behind: its folder (spec, events, summary, adapter as a PEFT folder) and the one line of JSON
// that other programs read. Everything comes from the run's own events. Knows nothing of the browser.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '../../src/base/assert.ts'
import { TokenloomError, tokenloomError } from '../../src/base/errors.ts'
import type { Evaluation, RunEvent } from '../../src/record/events.ts'
import type { ControlName } from '../../src/record/spec.ts'

/** How far the policy's last evaluation is from another one, with the 95 % interval of the difference; the two are taken as independent. */
export interface Difference {
  readonly difference: number
  readonly low: number
  readonly high: number
}

/** Held-out, sampled, on one part of the problems: the base model, and the policy at the end. */
export interface PartSummary {
  readonly problems: number
  readonly base: number
  readonly final: number
  readonly finalGreedy: number
}

export interface TrainSummary {
  readonly run: string
  readonly preset: string
  /** The id of the environment, with its version. */
  readonly environment: string
  readonly seed: number
  readonly steps: number
  readonly engine: string
  /** The GPU or processor, as the browser names it. */
  readonly adapter: string
  readonly baseModel: string
  /** Mean held-out return, sampled at temperature 1: of the base model, and of the policy at the end. */
  readonly base: number
  /** That of the policy after its last step that imitated, before rewards taught it anything; absent where none imitated. */
  readonly afterImitation?: number
  readonly final: number
  readonly baseGreedy: number
  readonly finalGreedy: number
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  /** Held-out, sampled: the policy at the end against the base, and against every control at the end. */
  readonly differences: Readonly<Partial<Record<'base' | ControlName, Difference>>>
  /** By the name of the part; absent where the environment tells no parts. */
  readonly parts?: Readonly<Record<string, PartSummary>>
  readonly rolloutTokensPerSecond: number
  readonly trainTokensPerSecond: number
  readonly logprobGap: number
  readonly digest: string
  readonly seconds: number
  /** From the start of the run to its first finished step, as seen from outside the page. */
  readonly firstStepSeconds: number
}

export interface RunRemains {
  readonly events: readonly RunEvent[]
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[]
  /** Absent for a run that did not finish. */
  readonly summary?: TrainSummary
}

/**
 * Makes the folder before the run, so that a place that cannot be written is known before anything was trained. One level at
 * a time: the recursive form never returns for places such as /proc. Throws ARGUMENT_INVALID.
 */
export function makeRunFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  try {
    if (dirname(folder) !== folder) makeRunFolder(dirname(folder))
    mkdirSync(folder)
  } catch (cause) {
    if (cause instanceof TokenloomError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw tokenloomError('ARGUMENT_INVALID', `${folder} cannot be made: ${reason}.`, 'Name a folder that can be written with --out.', '--out')
  }
}

/** The figures of a finished run, or INTERNAL when the events do not hold them. */
export function summarize(events: readonly RunEvent[], firstStepSeconds: number): TrainSummary {
  const started = events.find((event) => event.kind === 'started')
  const finished = events.findLast((event) => event.kind === 'finished')
  if (started === undefined || finished === undefined) {
    throw tokenloomError('INTERNAL', 'The run ended without a summary.', 'Look at events.jsonl in the run folder for what happened last.')
  }
  const { spec, service } = started
  const { baseSampled, ...summary } = finished.summary
  return {
    run: started.run,
    preset: spec.preset,
    environment: spec.environment.id,
    seed: spec.seed,
    engine: service.engine,
    adapter: service.device,
    baseModel: service.base.name,
    differences: differencesOf(events),
    ...partsOf(events),
    base: baseSampled,
    ...imitationOf(events, spec.imitation.steps),
    ...summary,
    firstStepSeconds,
  }
}

const evaluationsOf = (events: readonly RunEvent[]): Evaluation[] => events.flatMap((event) => (event.kind === 'evaluated' ? [event.evaluation] : []))

/** The run measures exactly there, whatever `evaluation.every` is. */
function imitationOf(events: readonly RunEvent[], imitated: number): Pick<TrainSummary, 'afterImitation'> {
  const then = evaluationsOf(events).find(({ arm, step }) => arm === 'policy' && step === imitated)
  return imitated === 0 || then === undefined ? {} : { afterImitation: then.sampled }
}

function partsOf(events: readonly RunEvent[]): Pick<TrainSummary, 'parts'> {
  const own = evaluationsOf(events).filter(({ arm }) => arm === 'policy')
  const [first, last] = [own[0]?.parts, own.at(-1)?.parts]
  if (first === undefined || last === undefined) return {}
  const parts = last.map(({ name, problems, sampled, greedy }): [string, PartSummary] => {
    const base = first.find((part) => part.name === name)?.sampled ?? 0
    return [name, { problems, base, final: sampled, finalGreedy: greedy }]
  })
  return { parts: Object.fromEntries(parts) }
}

const NORMAL_95 = 1.96

function differencesOf(events: readonly RunEvent[]): TrainSummary['differences'] {
  const all = evaluationsOf(events)
  const own = all.filter(({ arm }) => arm === 'policy')
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined || first === last) return {}
  const to = (other: Evaluation): Difference => {
    const difference = last.sampled - other.sampled
    const halfWidth = NORMAL_95 * Math.hypot(last.sampledError, other.sampledError)
    return { difference, low: difference - halfWidth, high: difference + halfWidth }
  }
  const controls = new Map(all.flatMap((one) => (one.arm !== 'policy' && one.step === last.step ? [[one.arm, to(one)] as const] : [])))
  return { base: to(first), ...Object.fromEntries(controls) }
}

/** Writes the folder. What the events say wins over files of the page with the same name; a name that leaves the folder is refused. */
export function writeRunFolder(folder: string, { events, files, summary }: RunRemains): void {
  const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const started = events.find((event) => event.kind === 'started')
  const content = new Map<string, string | Buffer>(files.map(({ name, bytes }) => [name, bytes]))
  if (started !== undefined) content.set('spec.json', pretty(started.spec))
  content.set('events.jsonl', events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  if (summary !== undefined) content.set('summary.json', pretty(summary))
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of content) {
    assert(/^\w[\w.-]*$/.test(name), `the page names a file "${name}"`)
    writeFileSync(join(folder, name), bytes)
  }
}
