// Authored sources as the page holds them: one sandbox a source, opened when it is needed, ended when it is done or hangs. Checks
// and plays answer here; a run gets a port of its own. The worker's script and the interpreter's bytes are loaded once.

import { type Remote, wrap } from 'comlink'
import { type ErrorData, TokenloomError, tokenloomError } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { Registration } from '../../src/sandbox/authored-environment.ts'
import type { AuthoredPlay, AuthoredPlayRequest } from '../../src/sandbox/authored-play.ts'
import type { Survey } from '../../src/sandbox/survey.ts'
import { createLifeline } from '../../src/workers/lifeline.ts'
import { type Outcome, openOutcome } from '../../src/workers/outcome.ts'
import type { AuthoredCheck, AuthoredCheckRequest, SandboxWorkerApi } from '../../src/workers/sandbox-api.ts'
import { openFrame, type SandboxFrame } from './sandbox-frame.ts'

/** How long an answer is waited for, in milliseconds: the limits inside are counted, this is the backstop. */
const PATIENCE = { open: 20_000, check: 120_000, play: 30_000 }

export interface AuthoredSandbox {
  readonly source: string
  readonly registration: Registration
  survey(config?: Json): Promise<Survey>
  check(request?: AuthoredCheckRequest): Promise<AuthoredCheck>
  play(request: AuthoredPlayRequest): Promise<AuthoredPlay>
  /** A port for the worker of a run, on which the sandbox serves SandboxWorkerApi with this source open. */
  connect(): MessagePort
  /** Why it answers no more, when it does not. */
  readonly dead: ErrorData | null
  dispose(): void
}

let loading: Promise<{ readonly script: string; readonly wasm: ArrayBuffer }> | null = null

async function load(): Promise<{ readonly script: string; readonly wasm: ArrayBuffer }> {
  const [{ workerSource }, { default: address }] = await Promise.all([
    import('virtual:tokenloom-sandbox'),
    import('@jitl/quickjs-wasmfile-release-sync/wasm?url'),
  ])
  const answer = await fetch(address)
  if (!answer.ok) throw tokenloomError('DOWNLOAD_FAILED', `The interpreter of the sandbox answered ${answer.status}.`, 'Reload the page.')
  return { script: workerSource, wasm: await answer.arrayBuffer() }
}

/** Opens a source. Throws what is wrong with it, with its line in `at`. */
export async function openSandbox(source: string): Promise<AuthoredSandbox> {
  loading ??= load()
  const { script, wasm } = await loading.catch((thrown: unknown) => {
    loading = null
    throw thrown
  })
  let held: SandboxFrame | null = null
  const lifeline = createLifeline(() => held?.dispose())
  const frame = await openFrame(script, wasm.slice(0), (reason) =>
    lifeline.cut({ code: 'SANDBOX_LIMIT', message: `The sandbox fell: ${reason}.`, nextStep: 'Open the source again.' }),
  )
  held = frame
  const remote = wrap<SandboxWorkerApi>(frame.connect())
  const ask = async <T>(patience: number, call: (remote: Remote<SandboxWorkerApi>) => Promise<Outcome<T>>): Promise<T> => {
    const clock = setTimeout(() => lifeline.cut(silent(patience)), patience)
    try {
      return openOutcome(await lifeline.guard(() => call(remote)))
    } finally {
      clearTimeout(clock)
    }
  }
  try {
    const registration = await ask(PATIENCE.open, (far) => far.open(source))
    return {
      source,
      registration,
      survey: (config = {}) => ask(PATIENCE.play, (far) => far.survey(config)),
      check: (request = {}) => ask(PATIENCE.check, (far) => far.check(request)),
      play: (request) => ask(PATIENCE.play, (far) => far.play(request)),
      connect() {
        if (lifeline.cause !== null) throw new TokenloomError(lifeline.cause)
        return frame.connect()
      },
      get dead() {
        return lifeline.cause
      },
      dispose: () => lifeline.cut({ code: 'CANCELLED', message: 'The sandbox was closed.', nextStep: 'Open the source again.' }),
    }
  } catch (thrown) {
    frame.dispose()
    throw thrown
  }
}

const silent = (milliseconds: number): ErrorData => ({
  code: 'SANDBOX_LIMIT',
  message: `The source did not answer within ${Math.round(milliseconds / 1000)} seconds and was ended.`,
  nextStep: 'Look for a loop that takes very long, then open it again.',
})
