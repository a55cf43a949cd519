// The page as a script drives it: the same commands as the buttons, behind globalThis.tokenloom. Errors leave as
// Error whose message is the JSON of their ErrorData, because that survives every driver.

import type { ErrorData } from '../src/base/errors.ts'
import { TokenloomError, toErrorData, tokenloomError } from '../src/base/errors.ts'
import type { Json } from '../src/base/json.ts'
import { unwrap } from '../src/base/result.ts'
import type { BlobName, RunEvent } from '../src/record/events.ts'
import { PRESETS } from '../src/record/presets.ts'
import type { RunSpec } from '../src/record/spec.ts'
import { withSettings } from '../src/record/spec-diff.ts'
import { parseRunSpec, presetSpec } from '../src/record/spec-schema.ts'
import { continueRun } from './commands/continue-run.ts'
import { openDataForRun } from './commands/data-sets.ts'
import type { CpuWish } from './commands/engine.ts'
import { type LiveRun, launchRun, liveRun } from './commands/run-commands.ts'
import { type AuthoredSandbox, openSandbox } from './commands/sandbox.ts'
import { specOfSource } from './commands/spec-of-source.ts'
import { storedEvents, storedFiles, storedTokens } from './commands/store.ts'
import { isOver, type ViewStatus } from './state/run-view.ts'
import { viewOf, workbench } from './state/workbench.ts'

type AuthoredCheck = Awaited<ReturnType<AuthoredSandbox['check']>>

export interface AutomationStart {
  readonly preset?: string
  readonly spec?: unknown
  /** An authored environment to train on, as TypeScript. */
  readonly source?: string
  /** Beside a source or a preset: settings that differ from what follows from it, by dotted path. */
  readonly changes?: unknown
  readonly seed?: number
  readonly steps?: number
  readonly controls?: string[]
  readonly engine?: 'wgsl' | 'cpu' | 'auto'
  /** Cores of the CPU engine. */
  readonly cores?: number
  /** Whether it may fuse multiply and add. */
  readonly simd?: 'plain' | 'relaxed'
}

export interface ReadProblems {
  readonly facts: {
    readonly name: string
    readonly problems: number
    readonly rows: number
    readonly faults: readonly { readonly row: number; readonly column: string; readonly message: string }[]
    readonly counts: { readonly train: number; readonly validation: number; readonly heldOut: number }
  }
  readonly settings: { readonly [path: string]: Json }
}

export interface AutomationPoll {
  readonly status: 'running' | 'paused' | 'finished' | 'stopped' | 'failed'
  readonly events: RunEvent[]
  readonly error?: ErrorData
}

export interface TokenloomAutomation {
  presets(): Promise<readonly string[]>
  start(input: AutomationStart): Promise<{ run: string }>
  /** Reads a file of problems: what it holds, and the settings of a run on it, for `changes` beside the preset data-set. */
  readProblems(name: string, base64: string): Promise<ReadProblems>
  /** Goes on with a run that was kept: what the Continue button does. */
  proceed(run: string): Promise<void>
  poll(run: string, fromSeq: number): Promise<AutomationPoll>
  files(run: string): Promise<{ name: string; base64: string }[]>
  /** The token detail of one step; null where none is kept. */
  tokens(run: string, arm: BlobName, step: number): Promise<string | null>
  /** An authored source against the contract, in the page's own sandbox. */
  checkSource(source: string, plays?: number): Promise<AuthoredCheck>
}

export const automation: TokenloomAutomation = {
  presets: async () => PRESETS.map((preset) => preset.name),
  start: (input) => speaking(async () => ({ run: (await launchRun(await specOf(input), input.engine ?? 'auto', cpuWishOf(input))).id })),
  readProblems: (name, base64) => speaking(() => readProblems(name, base64)),
  proceed: (run) => speaking(() => proceed(run)),
  poll: (run, fromSeq) => speaking(() => poll(liveOf(run), fromSeq)),
  files: (run) => speaking(() => filesOf(liveOf(run))),
  tokens: (run, arm, step) =>
    speaking(async () => {
      const bytes = await storedTokens(run, arm, step)
      return bytes === undefined ? null : base64(bytes)
    }),
  checkSource: (source, plays = 30) => speaking(() => checkSource(source, plays)),
}

async function readProblems(name: string, base64: string): Promise<ReadProblems> {
  const { facts, settings } = await openDataForRun(
    name,
    Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)),
  )
  const { problems, rows, faults, counts } = facts
  return { facts: { name, problems, rows, faults, counts }, settings }
}

async function checkSource(source: string, plays: number): Promise<AuthoredCheck> {
  const sandbox = await openSandbox(source)
  try {
    return await sandbox.check({ plays })
  } finally {
    sandbox.dispose()
  }
}

const cpuWishOf = ({ cores, simd }: AutomationStart): CpuWish => ({ ...(cores === undefined ? {} : { cores }), ...(simd === undefined ? {} : { simd }) })

async function specOf({ preset, spec, source, seed, steps, controls, changes: stated = {} }: AutomationStart): Promise<RunSpec> {
  const changes = { ...(seed === undefined ? {} : { seed }), ...(steps === undefined ? {} : { steps }), ...(controls === undefined ? {} : { controls }) }
  // Every setting is judged by its field.
  if (source !== undefined) return specOfSource(source, { ...(stated as { readonly [path: string]: Json }), ...changes })
  if (spec !== undefined) {
    if (typeof spec !== 'object' || spec === null || Array.isArray(spec))
      throw tokenloomError('SPEC_INVALID', 'The spec is not an object of settings.', 'Give a run spec as JSON, or the name of a preset.', 'spec')
    // Whoever drives the page hands over JSON; parseRunSpec judges every field of it.
    return unwrap(parseRunSpec({ ...(spec as { [key: string]: Json }), ...changes }))
  }
  const chosen = unwrap(presetSpec(preset ?? PRESETS[0]?.name ?? ''))
  return unwrap(parseRunSpec(withSettings(chosen, { ...(stated as { readonly [path: string]: Json }), ...changes })))
}

function liveOf(run: string): LiveRun {
  const live = liveRun(run)
  if (live !== null) return live
  throw tokenloomError('RECORD_INVALID', `This page has not started a run ${run}.`, 'Ask for the run that start returned.')
}

/** The button's own error stands beside the button; a script hears it. */
async function proceed(run: string): Promise<void> {
  await storeOpened()
  await continueRun(run)
  const { commandError } = workbench.getState()
  if (commandError !== null) throw new TokenloomError(commandError)
}

/** A script may ask before the page has opened its records. */
function storeOpened(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): boolean => workbench.getState().store.kind !== 'opening'
    if (look()) resolve()
    else {
      const unsubscribe = workbench.subscribe(() => {
        if (!look()) return
        unsubscribe()
        resolve()
      })
    }
  })
}

async function poll(live: LiveRun, fromSeq: number): Promise<AutomationPoll> {
  const view = viewOf(live.id) ?? live.last
  const events = [...(await live.log.read(fromSeq))]
  const error = live.error ?? view?.error ?? null
  if (view === null) return { status: 'failed', events, ...(error === null ? {} : { error }) }
  // The end is told only when the files are there too.
  const status = isOver(view.status) && live.last === null ? 'running' : statusOf(view.status)
  return { status, events: events.filter((event) => event.seq <= view.lastSeq), ...(error === null ? {} : { error }) }
}

function statusOf(status: ViewStatus): AutomationPoll['status'] {
  switch (status) {
    case 'starting':
      return 'running'
    case 'interrupted':
    case 'played':
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
