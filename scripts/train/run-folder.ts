// What a run leaves behind: its folder (spec, events, summary, adapter as a PEFT folder) and the one line of JSON
// that other programs read. Everything comes from the run's own events. Knows nothing of the browser.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenloomError } from '../../src/base/errors.ts'
import type { RunEvent } from '../../src/record/events.ts'
import type { ControlName } from '../../src/record/spec.ts'

export interface TrainSummary {
  readonly run: string
  readonly preset: string
  readonly seed: number
  readonly steps: number
  readonly engine: string
  /** The GPU or processor, as the browser names it. */
  readonly adapter: string
  readonly baseModel: string
  /** Held-out, sampled at temperature 1: the base model, and the policy at the end. */
  readonly base: number
  readonly final: number
  readonly baseGreedy: number
  readonly finalGreedy: number
  readonly controls: Readonly<Partial<Record<ControlName, number>>>
  readonly rolloutTokensPerSecond: number
  readonly trainTokensPerSecond: number
  readonly logprobGap: number
  readonly digest: string
  readonly seconds: number
}

/** The figures of a finished run, or INTERNAL when the events do not hold them. */
export function summarize(events: readonly RunEvent[]): TrainSummary {
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
    seed: spec.seed,
    engine: service.engine,
    adapter: service.device,
    baseModel: service.base.name,
    base: baseSampled,
    ...summary,
  }
}

/** Writes the folder. Files of the page win over ours of the same name; a name that leaves the folder is refused. */
export function writeRunFolder(folder: string, events: readonly RunEvent[], files: readonly { readonly name: string; readonly bytes: Buffer }[]): void {
  mkdirSync(folder, { recursive: true })
  const put = (name: string, content: string | Buffer): void => writeFileSync(join(folder, name), content)
  const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
  const started = events.find((event) => event.kind === 'started')
  if (started !== undefined) put('spec.json', pretty(started.spec))
  put('events.jsonl', events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  if (events.some((event) => event.kind === 'finished')) put('summary.json', pretty(summarize(events)))
  for (const { name, bytes } of files) {
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new Error(`Assertion failed: the page names a file "${name}"`)
    put(name, bytes)
  }
}
