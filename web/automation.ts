// The page as a script drives it: the same commands as the buttons, behind globalThis.tokenloom. Errors leave as
// Error whose message is the JSON of their ErrorData, because that survives every driver.

import type { ErrorData } from '../src/base/errors.ts'
import { toErrorData, tokenloomError } from '../src/base/errors.ts'
import type { Json } from '../src/base/json.ts'
import { unwrap } from '../src/base/result.ts'
import type { Arm, RunEvent } from '../src/record/events.ts'
import { PRESETS } from '../src/record/presets.ts'
import type { RunSpec } from '../src/record/spec.ts'
import { parseRunSpec, presetSpec } from '../src/record/spec-schema.ts'
import type { CpuWish } from './commands/engine.ts'
import { type LiveRun, launchRun, liveRun } from './commands/run-commands.ts'
import { storedEvents, storedFiles, storedTokens } from './commands/store.ts'
import { isOver } from './state/run-view.ts'
import { workbench } from './state/workbench.ts'

export interface AutomationStart {
  readonly preset?: string
  readonly spec?: unknown
  readonly seed?: number
  readonly steps?: number
  readonly controls?: string[]
  readonly engine?: 'wgsl' | 'cpu' | 'auto'
  /** Cores of the CPU engine. */
  readonly cores?: number
  /** Whether it may fuse multiply and add. */
  readonly simd?: 'plain' | 'relaxed'
}

export interface AutomationPoll {
  readonly status: 'running' | 'paused' | 'finished' | 'stopped' | 'failed'
  readonly events: RunEvent[]
  readonly error?: ErrorData
}

export interface TokenloomAutomation {
  presets(): Promise<readonly string[]>
  start(input: AutomationStart): Promise<{ run: string }>
  poll(run: string, fromSeq: number): Promise<AutomationPoll>
  files(run: string): Promise<{ name: string; base64: string }[]>
  /** The token detail of one step; null where none is kept. */
  tokens(run: string, arm: Arm, step: number): Promise<string | null>
}

export const automation: TokenloomAutomation = {
  presets: async () => PRESETS.map((preset) => preset.name),
  start: (input) => speaking(async () => ({ run: (await launchRun(specOf(input), input.engine ?? 'auto', cpuWishOf(input))).id })),
  poll: (run, fromSeq) => speaking(() => poll(liveOf(run), fromSeq)),
  files: (run) => speaking(() => filesOf(liveOf(run))),
  tokens: (run, arm, step) =>
    speaking(async () => {
      const bytes = await storedTokens(run, arm, step)
      return bytes === undefined ? null : base64(bytes)
    }),
}

const cpuWishOf = ({ cores, simd }: AutomationStart): CpuWish => ({ ...(cores === undefined ? {} : { cores }), ...(simd === undefined ? {} : { simd }) })

function specOf({ preset, spec, seed, steps, controls }: AutomationStart): RunSpec {
  const changes = { ...(seed === undefined ? {} : { seed }), ...(steps === undefined ? {} : { steps }), ...(controls === undefined ? {} : { controls }) }
  if (spec !== undefined) {
    if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
      throw tokenloomError('SPEC_INVALID', 'The spec is not an object of settings.', 'Give a run spec as JSON, or the name of a preset.', 'spec')
    // Whoever drives the page hands over JSON; parseRunSpec judges every field of it.
    return unwrap(parseRunSpec({ ...(spec as { [key: string]: Json }), ...changes }))
  }
  const named = preset ?? PRESETS[0]?.name ?? ''
  unwrap(presetSpec(named))
  return unwrap(parseRunSpec({ preset: named, ...changes }))
}

function liveOf(run: string): LiveRun {
  const live = liveRun()
  if (live !== null && live.id === run) return live
  throw tokenloomError('RECORD_INVALID', `This page has not started a run ${run}.`, 'Ask for the run that start returned.')
}

async function poll(live: LiveRun, fromSeq: number): Promise<AutomationPoll> {
  const view = workbench.getState().run
  const events = [...(await live.log.read(fromSeq))]
  const error = live.error ?? (view?.id === live.id ? view.error : null)
  if (view === null || view.id !== live.id) return { status: 'failed', events, ...(error === null ? {} : { error }) }
  // The end is told only when the files are there too.
  const status = isOver(view.status) && workbench.getState().live ? 'running' : statusOf(view.status)
  return { status, events: events.filter((event) => event.seq <= view.lastSeq), ...(error === null ? {} : { error }) }
}

function statusOf(status: NonNullable<ReturnType<typeof workbench.getState>['run']>['status']): AutomationPoll['status'] {
  switch (status) {
    case 'starting':
      return 'running'
    case 'interrupted':
      return 'stopped'
    default:
      return status
  }
}

async function filesOf(live: LiveRun): Promise<{ name: string; base64: string }[]> {
  await live.over
  const stored = await storedEvents(live.id, 0)
  const events = stored.length > 0 ? stored : await live.log.read(0)
  const summary = events.find((event) => event.kind === 'finished')
  const files = live.files.length > 0 ? live.files : await storedFiles(live.id)
  return [
    textFile('spec.json', `${JSON.stringify(live.spec, null, 2)}\n`),
    textFile('events.jsonl', events.map((event) => `${JSON.stringify(event)}\n`).join('')),
    ...(summary?.kind === 'finished' ? [textFile('summary.json', `${JSON.stringify(summary.summary, null, 2)}\n`)] : []),
    ...files.map((file) => ({ name: file.name, base64: base64(file.bytes) })),
  ]
}

const textFile = (name: string, text: string): { name: string; base64: string } => ({ name, base64: base64(new TextEncoder().encode(text)) })

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += 0x8000) binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}

async function speaking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw new Error(JSON.stringify(toErrorData(thrown)))
  }
}
