// One QuickJS interpreter for one authored source: evaluates it once, then answers calls of its hooks, every one within limits.
// Knows JSON text and errors with a line; knows no environments. It is synchronous and holds its thread while it runs: who must
// not wait puts it into a worker.

import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'
import type { Key } from '../base/random.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { foreignImport } from './foreign-imports.ts'
import { INSIDE } from './inside-sources.ts'
import type { SandboxLimits } from './limits.ts'
import { stripTypes } from './strip-types.ts'

/** The name under which authored code appears in stack traces. */
const SOURCE_NAME = 'environment.ts'
const RUNTIME_MODULE = 'tokenloom'
/** Stands before the names of modules that authored code asks for, the one that it may have left out. */
const AUTHORED = 'authored:'
/** Stands for the hook that a batch was asking when it failed. */
const A_HOOK = 'a hook'
/** Branches and calls for which one interrupt check of the interpreter stands. */
const STEPS_OF_A_TICK = 10_000
/** What every question of a batch adds to the ticks of a call, as a share of them. */
const BATCH_SHARE = 0.1

/** `exhausted`: without memory, it cannot be freed. `broken`: nor can its module make another one. */
export type Standing = 'open' | 'stopped' | 'exhausted' | 'broken'

export interface Interpreter {
  /** What the source says of itself, as JSON text. */
  readonly registration: string
  /** Calls a hook with arguments as JSON text; `key` decides the numbers of the rng that goes last. */
  call(hook: string, args: string, key?: Key): Result<string>
  /** Answers a batch of `size` questions in one visit (inside/turns.ts), JSON text in and out. */
  batch(request: string, size: number): Result<string>
  /** After a limit was met it answers no further call. */
  state(): Standing
  dispose(): void
}

const strippedInside = new Map<string, string>()

/** The sources that run beside the authored one; their types are left out once. */
function insideSource(name: string): string | undefined {
  const text = INSIDE[name]
  if (text === undefined) return undefined
  const known = strippedInside.get(name)
  if (known !== undefined) return known
  const stripped = stripTypes(text)
  if (!stripped.ok) throw stripped.error
  strippedInside.set(name, stripped.value)
  return stripped.value
}

export function openInterpreter(source: string, limits: SandboxLimits, quickJs: QuickJSWASMModule): Result<Interpreter> {
  if (source.length > limits.sourceCharacters) {
    return fail(tokenloomError('SANDBOX_LIMIT', `The source has ${source.length} characters; ${limits.sourceCharacters} are allowed.`, 'Make it shorter.'))
  }
  const stripped = stripTypes(source)
  if (!stripped.ok) return stripped
  const foreign = foreignImport(source, RUNTIME_MODULE)
  if (foreign !== null) return fail(foreign)
  const runtime = quickJs.newRuntime()
  runtime.setMemoryLimit(limits.memoryBytes)
  runtime.setMaxStackSize(limits.stackBytes)
  return new QuickJsInterpreter(runtime, runtime.newContext(), limits).open(stripped.value)
}

class QuickJsInterpreter implements Interpreter {
  registration = ''
  private readonly runtime: QuickJSRuntime
  private readonly context: QuickJSContext
  private readonly limits: SandboxLimits
  private ticks = 0
  private standing: Standing = 'open'
  private disposed = false
  private callHook: QuickJSHandle | null = null
  private answerBatch: QuickJSHandle | null = null
  private askedHook: QuickJSHandle | null = null
  /** The limit of the visit under way: a batch may take a share more for each of its questions. */
  private ticksAllowed: number

  constructor(runtime: QuickJSRuntime, context: QuickJSContext, limits: SandboxLimits) {
    this.runtime = runtime
    this.context = context
    this.limits = limits
    this.ticksAllowed = limits.ticks
    runtime.setInterruptHandler(() => ++this.ticks > this.ticksAllowed)
    runtime.setModuleLoader(
      (name) => {
        const inside = insideSource(name.split('/').at(-1) ?? '')
        if (this.callHook === null && inside !== undefined) return inside
        if (name === RUNTIME_MODULE) return insideSource('runtime.ts') ?? ''
        const wanted = name.slice(name.startsWith(AUTHORED) ? AUTHORED.length : 0)
        return { error: new Error(`There is no module ${JSON.stringify(wanted)} here: an environment imports from "${RUNTIME_MODULE}" alone`) }
      },
      // What was loaded before is found by its name without the loader: authored code asks by other names, the runtime by its own.
      (from, requested) => (this.callHook === null || from === RUNTIME_MODULE || requested === RUNTIME_MODULE ? requested : AUTHORED + requested),
    )
  }

  open(source: string): Result<Interpreter> {
    const main = this.evaluate(insideSource('main.ts') ?? '', 'main.ts')
    if (!main.ok) throw new Error(`Assertion failed: the sandbox's own source: ${main.error.message}`)
    const register = this.context.getProp(main.value, 'register')
    this.callHook = this.context.getProp(main.value, 'call')
    this.answerBatch = this.context.getProp(main.value, 'batch')
    this.askedHook = this.context.getProp(main.value, 'asked')
    main.value.dispose()
    const authored = this.evaluate(source, SOURCE_NAME)
    const registered = authored.ok ? this.invoke(register, [authored.value, this.context.newNumber(this.limits.resultCharacters)], 'the source') : authored
    register.dispose()
    if (!registered.ok) {
      this.dispose()
      return registered
    }
    this.registration = registered.value
    return ok(this)
  }

  call(hook: string, args: string, key: Key | null = null): Result<string> {
    if (this.callHook === null || this.standing !== 'open') throw new Error('Assertion failed: a call to an interpreter that is not open')
    const { context, limits } = this
    const [key0, key1] = key ?? [-1, -1]
    const given = [
      context.newString(hook),
      context.newString(args),
      context.newNumber(key0),
      context.newNumber(key1),
      context.newNumber(limits.resultCharacters),
    ]
    return this.invoke(this.callHook, given, hook)
  }

  batch(request: string, size: number): Result<string> {
    if (this.answerBatch === null || this.standing !== 'open') throw new Error('Assertion failed: a call to an interpreter that is not open')
    const { context, limits } = this
    this.ticksAllowed = limits.ticks + Math.ceil(size * limits.ticks * BATCH_SHARE)
    const answer = this.invoke(this.answerBatch, [context.newString(request), context.newNumber(limits.resultCharacters)], A_HOOK)
    this.ticksAllowed = limits.ticks
    return answer
  }

  state(): Standing {
    return this.standing
  }

  dispose(): void {
    // Freeing what ran out of memory in the middle would end the whole module; it stays until that goes.
    if (this.standing === 'exhausted' || this.standing === 'broken' || this.disposed) return
    this.standing = 'stopped'
    this.disposed = true
    this.callHook?.dispose()
    this.answerBatch?.dispose()
    this.askedHook?.dispose()
    this.context.dispose()
    this.runtime.dispose()
  }

  private evaluate(code: string, name: string): Result<QuickJSHandle> {
    this.ticks = 0
    const answer = this.guarded(() => this.context.evalCode(code, name, { type: 'module' }))
    if (answer === null) return fail(this.overflow('The source'))
    if (answer.error !== undefined) return fail(this.failure(answer.error, 'the source', true))
    if (
      this.context.typeof(answer.value) === 'object' &&
      this.context.getProp(answer.value, 'then').consume((then) => this.context.typeof(then)) === 'function'
    ) {
      return this.settle(answer.value)
    }
    return ok(answer.value)
  }

  /** A module that waits at its top level: its promise is resolved by the jobs that are there, or never. */
  private settle(promise: QuickJSHandle): Result<QuickJSHandle> {
    const jobs = this.runtime.executePendingJobs()
    if (jobs.error !== undefined) return fail(this.failure(jobs.error, 'the source', true))
    const state = this.context.getPromiseState(promise)
    promise.dispose()
    if (state.type === 'fulfilled') return ok(state.value)
    if (state.type === 'rejected') return fail(this.failure(state.error, 'the source', true))
    return fail(tokenloomError('SANDBOX_SOURCE', 'The source waits for something that never comes.', 'Leave out await: hooks answer at once.'))
  }

  /** Takes the arguments over. */
  private invoke(target: QuickJSHandle, args: readonly QuickJSHandle[], what: string): Result<string> {
    this.ticks = 0
    const answer = this.guarded(() => this.context.callFunction(target, this.context.undefined, ...args))
    if (answer === null) return fail(this.overflow(`${what}()`))
    const result =
      answer.error === undefined ? ok(answer.value.consume((value) => this.context.getString(value))) : fail(this.failure(answer.error, what, false))
    if (this.state() !== 'exhausted') for (const handle of args) handle.dispose()
    return result
  }

  /** Null where the machine's own stack gave way below the interpreter: what it holds is in no known state. */
  private guarded<T>(run: () => T): T | null {
    try {
      return run()
    } catch (thrown) {
      if (!(thrown instanceof RangeError || thrown instanceof WebAssembly.RuntimeError)) throw thrown
      this.standing = 'broken'
      return null
    }
  }

  private overflow(what: string): TokenloomError {
    return tokenloomError('SANDBOX_LIMIT', `${what} called itself too often.`, 'Look for a recursion that does not end, then open the source again.')
  }

  /** Out of memory, there may be none for saying so. */
  private isExhausted(message: string): boolean {
    if (message === 'out of memory') return true
    if (message !== '') return false
    const used = /memory used[^\d]*\d+\s+(\d+)/.exec(this.runtime.dumpMemoryUsage())?.[1]
    return used === undefined || Number(used) > 0.8 * this.limits.memoryBytes
  }

  private failure(thrown: QuickJSHandle, what: string, loading: boolean): TokenloomError {
    const seen = this.describe(thrown)
    const exhausted = this.isExhausted(seen.message)
    if (!exhausted) thrown.dispose()
    const where = seen.line === null ? '' : ` at line ${seen.line}`
    const at = seen.line === null ? undefined : `${seen.line}`
    const hook = loading ? 'The source' : `${what === A_HOOK && !exhausted ? this.asked() : what}()`
    if (seen.name === 'InternalError' && seen.message === 'interrupted') {
      this.standing = 'stopped'
      return tokenloomError(
        'SANDBOX_LIMIT',
        `${hook} did not end within ${(this.limits.ticks * STEPS_OF_A_TICK).toLocaleString('en')} steps of the interpreter${where}.`,
        'Look for a loop that does not end.',
        at,
      )
    }
    if (exhausted) {
      this.standing = 'exhausted'
      return tokenloomError('SANDBOX_LIMIT', `${hook} took more than ${this.limits.memoryBytes} bytes of memory${where}.`, 'Keep less in the state.', at)
    }
    if (seen.name === 'InternalError' && seen.message === 'stack overflow') {
      return tokenloomError('SANDBOX_LIMIT', `${hook} called itself too often${where}.`, 'Look for a recursion that does not end.', at)
    }
    if (seen.name === 'NoDefinition') return tokenloomError('SANDBOX_DATA', `${seen.message}.`, 'Begin with export default { spec: { … }, init: …, … }.')
    if (seen.name === 'NotPlainData')
      return tokenloomError('SANDBOX_DATA', `${seen.message}.`, 'Return numbers, texts, true, false, null, lists and records of them.', at)
    if (seen.name === 'SyntaxError' && loading)
      return tokenloomError('SANDBOX_SOURCE', `The source cannot be read${where}: ${seen.message}.`, 'Correct the line.', at)
    return tokenloomError('SANDBOX_THREW', `${hook} threw${where}: ${seen.name}: ${seen.message}`, 'Correct the source.', at)
  }

  /** The hook that a batch was asking; the interpreter can say it even after it was interrupted. */
  private asked(): string {
    this.ticks = 0
    const answer =
      this.askedHook === null ? null : this.guarded(() => (this.askedHook === null ? null : this.context.callFunction(this.askedHook, this.context.undefined)))
    if (answer === null) return A_HOOK
    if (answer.error !== undefined) {
      answer.error.dispose()
      return A_HOOK
    }
    return answer.value.consume((value) => this.context.getString(value))
  }

  /** Authored code can throw anything, with anything in it: only short texts are taken out. */
  private describe(thrown: QuickJSHandle): { readonly name: string; readonly message: string; readonly line: number | null } {
    const { context } = this
    this.ticks = 0
    const text = (property: string): string => {
      try {
        return context.getProp(thrown, property).consume((value) => (context.typeof(value) === 'string' ? context.getString(value).slice(0, 500) : ''))
      } catch {
        return ''
      }
    }
    if (context.typeof(thrown) !== 'object') return { name: 'a value', message: String(context.dump(thrown)).slice(0, 500), line: null }
    const [name, message, stack] = [text('name'), text('message'), text('stack')]
    const line = /environment\.ts:(\d+)/.exec(stack)?.[1]
    return { name: name === '' ? 'Error' : name, message, line: line === undefined ? null : Number(line) }
  }
}
