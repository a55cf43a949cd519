// An authored source as an environment like any other: the same contract, with every hook answered inside the interpreter. A source whose interpreter met a limit gets a new one at the next call, for its state lies outside.

import type { QuickJSWASMModule } from 'quickjs-emscripten-core'
import { TokenloomError, tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import type { Key } from '../base/random.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { EnvironmentDefinition, EnvironmentSpec } from '../environments/contract.ts'
import { definitionFrom } from './definition-from.ts'
import { REQUIRED_HOOKS } from './inside/hooks.ts'
import { type Interpreter, openInterpreter } from './interpreter.ts'
import { DEFAULT_LIMITS, type SandboxLimits } from './limits.ts'
import { loadQuickJs } from './quickjs.ts'
import { readSpec, readText } from './read-returned.ts'
import type { ToldVisit } from './told.ts'

export interface AuthoredEnvironment {
  readonly definition: EnvironmentDefinition
  /** What it says of itself: enough to make the same definition of answers that come from elsewhere. */
  readonly registration: Registration
  /** The answers to many questions, visit by visit, each a ToldAnswers as JSON text. */
  answer(visits: readonly ToldVisit[]): Result<readonly string[]>
  dispose(): void
}

/** What a source says of itself, judged. */
export interface Registration {
  readonly spec: EnvironmentSpec
  readonly stopText: string
  readonly hooks: readonly string[]
}

/** Interpreters that ran out of memory cannot be freed: a source may leave this many behind. */
const MOST_EXHAUSTED = 8

export interface SandboxOptions {
  readonly limits?: SandboxLimits
  /** Where the interpreter's module comes from. Default: the packaged file. */
  readonly quickJs?: () => Promise<QuickJSWASMModule>
}

export async function openAuthoredEnvironment(source: string, options: SandboxOptions = {}): Promise<Result<AuthoredEnvironment>> {
  const quickJs = await (options.quickJs ?? loadQuickJs)()
  const limits = options.limits ?? DEFAULT_LIMITS
  const first = openInterpreter(source, limits, quickJs)
  if (!first.ok) return first
  try {
    const { spec, stopText, hooks } = JSON.parse(first.value.registration) as {
      readonly spec: Json
      readonly stopText: Json
      readonly hooks: readonly string[]
    }
    const missing = REQUIRED_HOOKS.filter((hook) => !hooks.includes(hook))
    if (missing.length > 0) {
      first.value.dispose()
      return fail(tokenloomError('SANDBOX_DATA', `The definition lacks ${missing.join(', ')}.`, 'Add what is missing to the default export.', missing[0]))
    }
    const calls = createCalls(first.value, () => openInterpreter(source, limits, quickJs))
    const registration: Registration = { spec: readSpec(spec), stopText: readText(stopText, 'stopText'), hooks }
    return ok({ definition: definitionFrom(registration, calls.call), registration, answer: calls.answer, dispose: calls.dispose })
  } catch (thrown) {
    first.value.dispose()
    if (thrown instanceof TokenloomError) return fail(thrown)
    throw thrown
  }
}

interface Calls {
  /** The hook's answer. Throws a TokenloomError where it has none. */
  call(hook: string, args: readonly Json[], key?: () => Key): Json
  answer(visits: readonly ToldVisit[]): Result<readonly string[]>
  dispose(): void
}

function createCalls(first: Interpreter, reopen: () => Result<Interpreter>): Calls {
  let interpreter = first
  let exhausted = 0
  // States come back call after call: their text is made once.
  const texts = new WeakMap<object, string>()
  const textOf = (value: Json): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value)
    texts.set(value, text)
    return text
  }
  const opened = (): Interpreter => {
    if (interpreter.state() === 'open') return interpreter
    if (interpreter.state() === 'broken' || (interpreter.state() === 'exhausted' && ++exhausted >= MOST_EXHAUSTED)) throw closed()
    interpreter.dispose()
    const reopened = withHostClock(reopen)
    if (!reopened.ok) throw reopened.error
    interpreter = reopened.value
    return interpreter
  }
  return {
    call(hook, args, key) {
      const answer = opened().call(hook, `[${args.map(textOf).join(',')}]`, key?.())
      if (!answer.ok) throw answer.error
      return JSON.parse(answer.value) as Json
    },
    answer(visits) {
      const answers: string[] = []
      for (const { request, size } of visits) {
        const answer = opened().batch(request, size)
        if (!answer.ok) return answer
        answers.push(answer.value)
      }
      return ok(answers)
    },
    dispose: () => interpreter.dispose(),
  }
}

/** As it was before anybody set a trap for environments. */
const { now: hostClock } = Date

/** A new interpreter asks the host for the time before any authored code runs: that is no offence of the source, even while traps are set. */
function withHostClock<T>(work: () => T): T {
  const { Date: clock } = globalThis
  const { now } = clock
  clock.now = hostClock
  try {
    return work()
  } finally {
    clock.now = now
  }
}

const closed = () => tokenloomError('SANDBOX_LIMIT', 'The source met its limits too often and was closed.', 'Correct it, then open it again.')
