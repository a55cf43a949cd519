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

/** Node's parseArgs, with its complaints as ARGUMENT_INVALID and `usage` as the next step. */
export function parseCommandLine<T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T, usage: string) {
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
export function exitCodeOf(thrown: unknown): 1 | 2 {
  const wrongInput: readonly string[] = ['ARGUMENT_INVALID', 'SPEC_INVALID', 'PRESET_UNKNOWN']
  return thrown instanceof TokenloomError && wrongInput.includes(thrown.code) ? 2 : 1
}

export function describeFailure(thrown: unknown): string {
  if (thrown instanceof TokenloomError) return `${thrown.code}: ${thrown.message}\n${thrown.nextStep}`
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}

/** Runs a command and ends the process with its exit code. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  let code: number
  try {
    code = await main(process.argv.slice(2))
  } catch (thrown) {
    say(describeFailure(thrown))
    code = exitCodeOf(thrown)
  }
  // What was written must be out before the process ends, also into a pipe.
  await new Promise<void>((done) => process.stdout.write('', () => done()))
  process.exit(code)
}
