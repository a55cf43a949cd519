// The check `sandbox`: hostile sources, each in a process of its own that is killed from outside when its time is over: whatever a thread
// of it does, that ends. A case escaped when it ended otherwise than it must, changed anything outside the interpreter, moved the play
// of an honest source beside it, or did not end when it was killed.

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sha256Hex } from '../../src/base/hash.ts'
import { createRng } from '../../src/base/random.ts'
import { unwrap } from '../../src/base/result.ts'
import type { EnvironmentDefinition } from '../../src/environments/contract.ts'
import { openAuthoredEnvironment } from '../../src/sandbox/authored-environment.ts'
import higherLower from '../../src/sandbox/templates/higher-lower.ts?raw'
import { HOSTILE_CASES, type HostileCase } from '../../src/sandbox/testing/hostile-cases.ts'
import { type Probe, probe } from '../../src/sandbox/testing/probe.ts'
import type { Claim } from '../claims/claim.ts'
import { parseCommandLine } from '../command/command.ts'

const USAGE = 'npm run check -- sandbox [--json]'
/** A case that its own counts do not end is ended by the clock after this long. */
const MOST_MILLISECONDS = 10_000

/** A process that was killed is gone at once, except where the machine is very busy. */
const MOST_ENDING_MILLISECONDS = 10_000
/** The argument of this file where it runs one source. */
const HOSTILE = 'one-hostile-source'
/** What its process says before it is sent the source. */
const READY = 'ready'

interface Answer extends Probe {
  /** What the source changed in its process, outside the interpreter. */
  readonly changed: readonly string[]
}

type Ending = Answer | 'ended by the clock' | 'ended its process'

const outside = (): string => JSON.stringify([Object.getOwnPropertyNames(globalThis), Object.getOwnPropertyNames(Object.prototype), process.env])

// This file is also what the processes run.
if (process.argv[2] === HOSTILE) {
  process.once('message', async (source: string) => {
    const before = outside()
    const ended = await probe(source)
    process.send?.({ ...ended, changed: outside() === before ? [] : ['globals'] } satisfies Answer)
  })
  process.send?.(READY)
}

/** How the source ended, and whether its process did. */
async function inProcess({ source }: HostileCase): Promise<{ readonly ending: Ending; readonly gone: boolean }> {
  const child = fork(fileURLToPath(import.meta.url), [HOSTILE])
  let clock: ReturnType<typeof setTimeout> | undefined
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ending = await new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.on('message', (message: typeof READY | Answer) => {
      if (message !== READY) return resolve(message)
      clock = setTimeout(() => resolve('ended by the clock'), MOST_MILLISECONDS)
      child.send(source)
    })
    void exit.then(() => resolve('ended its process'))
  })
  clearTimeout(clock)
  child.kill('SIGKILL')
  const patience = new Promise<false>((resolve) => {
    clock = setTimeout(() => resolve(false), MOST_ENDING_MILLISECONDS)
  })
  const gone = await Promise.race([exit.then(() => true as const), patience])
  clearTimeout(clock)
  return { ending, gone }
}

/** The hash of honest plays: equal before, between and after. */
async function honestPlay(definition: EnvironmentDefinition): Promise<string> {
  const plays = Array.from({ length: 20 }, (_, seed) => {
    const state = definition.init({ most: 99 }, 'train', createRng([1, seed]))
    return [state, definition.step(state, { agent: '<' }, createRng([2, seed]))]
  })
  return sha256Hex(new TextEncoder().encode(JSON.stringify(plays)))
}

function judge({ ends, byTheClock }: HostileCase, ending: Ending): string | null {
  if (ending === 'ended by the clock') return byTheClock === true ? null : 'did not end in time'
  if (ending === 'ended its process') return ending
  if (ending.changed.length > 0) return `changed ${ending.changed.join(', ')}`
  return ends.some((end) => end === ending.ended) ? null : `ended as ${ending.ended}: ${ending.message}`
}

export const claim: Claim = {
  summary: 'Hostile sources in the sandbox: each stopped within its limits, with nothing outside changed.',
  async run({ args, say }) {
    parseCommandLine(args, {}, USAGE)
    const { definition, dispose } = unwrap(await openAuthoredEnvironment(higherLower))
    const honest = await honestPlay(definition)
    const kinds: Record<string, number> = {}
    const escaped: string[] = []
    let endedByClock = 0
    for (const hostile of HOSTILE_CASES) {
      const { ending, gone } = await inProcess(hostile)
      const stays = gone ? null : 'left a process that does not end when it is killed'
      const finding = judge(hostile, ending) ?? stays ?? ((await honestPlay(definition)) === honest ? null : 'moved an honest play')
      if (finding !== null) escaped.push(`${hostile.kind}: ${hostile.name} ${finding}`)
      if (ending === 'ended by the clock') endedByClock++
      kinds[hostile.kind] = (kinds[hostile.kind] ?? 0) + 1
      say(`${finding === null ? 'held   ' : 'ESCAPED'} ${hostile.kind}: ${hostile.name}${ending === 'ended by the clock' ? ' (by the clock)' : ''}`)
    }
    dispose()
    return { ok: escaped.length === 0, cases: HOSTILE_CASES.length, escaped: escaped.length, endedByClock, kinds, escapes: escaped }
  },
}
