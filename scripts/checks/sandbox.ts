// The check `sandbox`: hostile sources, each in a thread of its own that is ended from outside when its time is over. A case escaped
// when it ended otherwise than it must, changed anything outside the interpreter, or moved the play of an honest source beside it.

import { isMainThread, parentPort, Worker } from 'node:worker_threads'
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

interface Answer extends Probe {
  /** What the source changed in its thread, outside the interpreter. */
  readonly changed: readonly string[]
}

const outside = (): string => JSON.stringify([Object.getOwnPropertyNames(globalThis), Object.getOwnPropertyNames(Object.prototype), process.env])

// This file is also what the threads run.
if (!isMainThread && parentPort !== null) {
  const port = parentPort
  port.once('message', async (source: string) => {
    const before = outside()
    const ended = await probe(source)
    port.postMessage({ ...ended, changed: outside() === before ? [] : ['globals'] } satisfies Answer)
  })
}

async function inThread({ source }: HostileCase): Promise<Answer | 'ended by the clock'> {
  const thread = new Worker(new URL(import.meta.url))
  try {
    return await new Promise((resolve, reject) => {
      const clock = setTimeout(() => resolve('ended by the clock'), MOST_MILLISECONDS)
      thread.once('message', (answer: Answer) => {
        clearTimeout(clock)
        resolve(answer)
      })
      thread.once('error', reject)
      thread.postMessage(source)
    })
  } finally {
    await thread.terminate()
  }
}

/** The hash of honest plays: equal before, between and after. */
async function honestPlay(definition: EnvironmentDefinition): Promise<string> {
  const plays = Array.from({ length: 20 }, (_, seed) => {
    const state = definition.init({ most: 99 }, 'train', createRng([1, seed]))
    return [state, definition.step(state, { agent: '<' }, createRng([2, seed]))]
  })
  return sha256Hex(new TextEncoder().encode(JSON.stringify(plays)))
}

function judge({ ends, byTheClock }: HostileCase, answer: Answer | 'ended by the clock'): string | null {
  if (answer === 'ended by the clock') return byTheClock === true ? null : 'did not end in time'
  if (answer.changed.length > 0) return `changed ${answer.changed.join(', ')}`
  return ends.some((end) => end === answer.ended) ? null : `ended as ${answer.ended}: ${answer.message}`
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
      const answer = await inThread(hostile)
      const finding = judge(hostile, answer) ?? ((await honestPlay(definition)) === honest ? null : 'moved an honest play')
      if (finding !== null) escaped.push(`${hostile.kind}: ${hostile.name} ${finding}`)
      if (answer === 'ended by the clock') endedByClock++
      kinds[hostile.kind] = (kinds[hostile.kind] ?? 0) + 1
      say(`${finding === null ? 'held   ' : 'ESCAPED'} ${hostile.kind}: ${hostile.name}${answer === 'ended by the clock' ? ' (by the clock)' : ''}`)
    }
    dispose()
    return { ok: escaped.length === 0, cases: HOSTILE_CASES.length, escaped: escaped.length, endedByClock, kinds, escapes: escaped }
  },
}
