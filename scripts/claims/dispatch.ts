// Runs a claim by its name and prints its figures: as lines for people, and with --json as one last line of JSON.
// Knows nothing of what is measured.

import { tokenloomError } from '../../src/base/errors.ts'
import { canonicalJson } from '../../src/base/json.ts'
import { asksForHelp } from '../command/command.ts'
import type { ClaimContext, ClaimFiles, Figures } from './claim.ts'

export interface Surroundings {
  say(line: string): void
  /** Writes one line to stdout. */
  print(line: string): void
}

const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(/\.ts$/, '')

async function listClaims(files: ClaimFiles, { print }: Surroundings): Promise<void> {
  for (const [path, load] of Object.entries(files)) print(`${nameOf(path).padEnd(20)} ${(await load()).claim.summary}`)
}

/** The exit code: 0, or 1 when a check's figures say `ok: false`. A name that does not exist is ARGUMENT_INVALID. */
export async function dispatchClaim(kind: 'check' | 'bench', files: ClaimFiles, args: readonly string[], around: Surroundings): Promise<number> {
  const [name, ...rest] = args.filter((arg) => arg !== '--json')
  const helps = name?.startsWith('-') === true && asksForHelp(args)
  if (helps)
    around.print(`Usage: npm run ${kind} -- NAME [its options] [--json]\nWhat a ${kind} takes, it says itself: npm run ${kind} -- NAME --help. There are:\n`)
  if (name === undefined || name === '--list' || helps) {
    await listClaims(files, around)
    return 0
  }
  const load = Object.entries(files).find(([path]) => nameOf(path) === name)?.[1]
  if (load === undefined) {
    const known = Object.keys(files).map(nameOf).join(', ')
    throw tokenloomError('ARGUMENT_INVALID', `There is no ${kind} "${name}".`, known === '' ? `No ${kind} exists yet.` : `Known: ${known}.`)
  }
  const context: ClaimContext = { args: rest, say: around.say }
  const figures: Figures = await (await load()).claim.run(context)
  if (kind === 'check' && typeof figures['ok'] !== 'boolean') throw new Error(`Assertion failed: the check ${name} returned no "ok"`)
  if (args.includes('--json')) around.print(JSON.stringify({ [kind]: name, ...figures }))
  else for (const [key, value] of Object.entries(figures)) around.print(`${key.padEnd(24)} ${typeof value === 'string' ? value : canonicalJson(value)}`)
  return figures['ok'] === false ? 1 : 0
}
