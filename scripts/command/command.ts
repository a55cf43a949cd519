// The edge of every command: arguments in, exit code out, failures as one readable paragraph. Knows nothing of
// what a command does.

import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { TokenloomError, tokenloomError } from '../../src/base/errors.ts'

/** The project's folder: scripts/run.mjs changes into it before a script starts. */
export const root = process.cwd()

/** A path that a person typed, relative to where they typed it. */
export const userPath = (path: string): string => resolve(process.env['INIT_CWD'] ?? root, path)

/** Lines for people go to stderr; stdout is for results. */
export const say = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Thrown where the person asks what a command takes: no failure, so it goes to stdout and the exit code is 0. */
export class HelpAsked {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** `--help` or `-h` stands among the options, and not behind the `--` that ends them. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

/**
 * Node's parseArgs, with its complaints as ARGUMENT_INVALID and `usage` as the next step. Throws HelpAsked at `--help` and `-h`, whatever
 * else is there; `help` is what it says beside the usage.
 */
export function parseCommandLine<T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T, usage: string, help = '') {
  if (asksForHelp(args)) throw new HelpAsked(`Usage: ${usage}${help === '' ? '' : `\n\n${help.trim()}`}`)
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (thrown) {
    const message = thrown instanceof Error ? (thrown.message.split('. ')[0] ?? '') : String(thrown)
    throw tokenloomError('ARGUMENT_INVALID', `${message}.`, `Usage: ${usage}`)
  }
}

/** A whole number within bounds, or ARGUMENT_INVALID. */
export function wholeNumber(text: string | undefined, flag: string, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw tokenloomError('ARGUMENT_INVALID', `${flag} is "${text}".`, `Give a whole number from ${min} to ${max}.`, flag)
}

/** 2 where the person can mend the command line, 1 for everything else. */
function exitCodeOf(thrown: unknown): 1 | 2 {
  const wrongInput: readonly string[] = ['ARGUMENT_INVALID', 'SPEC_INVALID', 'PRESET_UNKNOWN']
  return thrown instanceof TokenloomError && wrongInput.includes(thrown.code) ? 2 : 1
}

function describeFailure(thrown: unknown): string {
  if (thrown instanceof TokenloomError) return `${thrown.code}: ${thrown.message}\n${thrown.nextStep}`
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Runs a command and ends the process with its exit code. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  let code: number
  try {
    code = await main(process.argv.slice(2))
  } catch (thrown) {
    if (thrown instanceof HelpAsked) {
      process.stdout.write(`${thrown.text}\n`)
      code = 0
    } else {
      say(describeFailure(thrown))
      code = exitCodeOf(thrown)
    }
  }
  // What was written must be out before the process ends, also into a pipe.
  await new Promise<void>((done) => process.stdout.write('', () => done()))
  process.exit(code)
}
