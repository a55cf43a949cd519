// The exported trace as somebody else reads it: by the rules of the Trace Event Format alone, without a type or a constant of the writer.
// Slices of a thread must nest, every thread and process must be named, and what was read must be what the log holds.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chromeTrace } from './chrome-trace.ts'
import { type RunTimes, runTimes, waveSpans } from './run-times.ts'
import type { StepTurns } from './step-turns.ts'

interface Slice {
  readonly process: string
  readonly thread: string
  readonly name: string
  readonly from: number
  readonly to: number
  readonly args: Readonly<Record<string, unknown>>
}

interface ReadTrace {
  readonly slices: readonly Slice[]
  readonly instants: readonly (Omit<Slice, 'from' | 'to'> & { readonly at: number })[]
}

/** Reads JSON in the object format; times come back in milliseconds. */
function readTrace(json: string): ReadTrace {
  const { traceEvents: events }: { traceEvents: Record<string, never>[] } = JSON.parse(json)
  const text = (event: Record<string, unknown>, key: string): string => String(event[key])
  const processes = new Map<number, string>()
  const threads = new Map<string, string>()
  for (const event of events) {
    if (text(event, 'ph') !== 'M') continue
    const { name } = event['args'] as unknown as { name: string }
    if (text(event, 'name') === 'process_name') processes.set(Number(event['pid']), name)
    if (text(event, 'name') === 'thread_name') threads.set(`${event['pid']} ${event['tid']}`, name)
  }
  const where = (event: Record<string, unknown>) => {
    const [process, thread] = [processes.get(Number(event['pid'])), threads.get(`${event['pid']} ${event['tid']}`)]
    if (process === undefined || thread === undefined) throw new Error(`a slice on a track without a name: ${JSON.stringify(event)}`)
    return { process, thread, name: text(event, 'name'), args: event['args'] as unknown as Record<string, unknown> }
  }
  const slices = events
    .filter((event) => text(event, 'ph') === 'X')
    .map((event) => {
      const [ts, dur] = [Number(event['ts']), Number(event['dur'])]
      if (!(Number.isFinite(ts) && dur >= 0)) throw new Error(`a slice without a time: ${JSON.stringify(event)}`)
      return { ...where(event), from: ts / 1000, to: (ts + dur) / 1000 }
    })
  const tracks = new Map<string, Slice[]>()
  for (const slice of slices) tracks.set(`${slice.process} ${slice.thread}`, [...(tracks.get(`${slice.process} ${slice.thread}`) ?? []), slice])
  for (const track of tracks.values()) expectNested(track)
  const instants = events.filter((event) => text(event, 'ph') === 'i').map((event) => ({ ...where(event), at: Number(event['ts']) / 1000 }))
  return { slices, instants }
}

/** A viewer drops slices that overlap without one holding the other. */
function expectNested(track: readonly Slice[]): void {
  const open: number[] = []
  for (const { from, to } of [...track].sort((a, b) => a.from - b.from || b.to - a.to)) {
    while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= from + 1e-6) open.pop()
    const outer = open.at(-1)
    if (outer !== undefined && to > outer + 1e-6) throw new Error(`slices cross at ${from}`)
    open.push(to)
  }
}

interface Log {
  readonly times: RunTimes
  readonly turns: readonly StepTurns[]
}

/** A log of any shape: agents, steps, episodes, waves, who acts in which. */
const logs = (agents: fc.Arbitrary<number>): fc.Arbitrary<Log> =>
  fc
    .record({
      agents,
      steps: fc.integer({ min: 1, max: 3 }),
      episodes: fc.integer({ min: 1, max: 3 }),
      waves: fc.integer({ min: 1, max: 5 }),
      all: fc.boolean(),
    })
    .map(({ agents: count, steps, episodes, waves, all }) => {
      const names = Array.from({ length: count }, (_, index) => `agent ${index}`)
      const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index)
      const total = waves * 20 + 50
      const milliseconds = { rollout: 0, environment: 0, forwardBackward: 0, optimizer: 0, total }
      const spans = {
        rollout: [0, waves * 20 + 5] as const,
        updating: [waves * 20 + 6, total - 1] as const,
        waves: numbers(waves).map((wave) => [wave, wave * 20 + 1.5, wave * 20 + 17.25] as const),
      }
      const turns = numbers(steps).map((index): StepTurns => {
        const places = numbers(waves).flatMap((wave) => numbers(episodes).map((episode) => ({ wave, episode: index * episodes + episode, group: 0 })))
        const acting = (wave: number): string[] => (all ? names : names.slice(wave % count, (wave % count) + 1))
        const facts = { player: 'policy', version: 1, tokens: 2, verdict: 'accepted' as const, rewards: {} }
        return {
          ...{ step: index + 1, arm: 'policy', agents: names },
          turns: places.flatMap((place) => acting(place.wave).map((agent) => ({ ...facts, ...place, agent, action: `"${agent} ${place.wave}"` }))),
          waits: places.map((place) => ({ ...place, kind: 'turn' as const, waiting: names, for: acting(place.wave), since: 0, until: 1 })),
        }
      })
      return {
        turns,
        times: runTimes(
          turns.map(({ step }) => ({ step, milliseconds, spans })),
          [{ step: 0, milliseconds: 30 }],
        ),
      }
    })

const key = (...parts: readonly (string | number)[]): string => parts.map((part) => (typeof part === 'number' ? part.toFixed(4) : part)).join(' | ')

function expectSame({ times, turns }: Log): void {
  const { slices, instants } = readTrace(JSON.stringify(chromeTrace({ run: 'r1', arm: 'policy', times, turns })))
  const played = turns.flatMap((step) => {
    const placed = times.steps.find((one) => one.step === step.step)
    if (placed === undefined) throw new Error('every step has its times')
    const spans = waveSpans(placed, 1 + Math.max(...step.turns.map(({ wave }) => wave)))
    return step.turns.map(({ episode, agent, action, wave }) => key(`episode ${episode}`, agent, action, ...(spans[wave] ?? [])))
  })
  expect(
    slices
      .filter(({ process }) => process.startsWith('episode'))
      .map(({ process, thread, name, from, to }) => key(process, thread, name, from, to))
      .sort(),
  ).toEqual(played.sort())
  const machine = slices.filter(({ process }) => !process.startsWith('episode'))
  const expected = times.steps.flatMap(({ rollout, updating, waves }) => [
    key('phases', 'rollout', ...rollout),
    ...(updating === null ? [] : [key('phases', 'updating', ...updating)]),
    ...waves.flatMap(([, asked, answered], index) => [
      key('engine', 'sampling', asked, answered),
      key('environments', 'stepping', answered, waves[index + 1]?.[1] ?? rollout[1]),
    ]),
  ])
  const evaluated = times.evaluations.map(({ from, to }) => key('phases', 'evaluating', from, to))
  expect(machine.map(({ thread, name, from, to }) => key(thread, name, from, to)).sort()).toEqual([...expected, ...evaluated].sort())
  expect(instants).toHaveLength(turns.reduce((sum, { waits }) => sum + waits.reduce((all, { waiting }) => all + waiting.length, 0), 0))
}

describe('a trace in the hands of another reader', () => {
  it('holds the spans of the log and no others, whatever the log', () => {
    fc.assert(fc.property(logs(fc.integer({ min: 1, max: 6 })), expectSame), { numRuns: 40 })
  })

  it('opens for 64 agents: a named thread each in every episode, slices that nest', () => {
    fc.assert(fc.property(logs(fc.constant(64)), expectSame), { numRuns: 5 })
  })

  it('nests what a faulty coordinator lets an agent do twice in one wave', () => {
    const [log] = fc.sample(logs(fc.constant(2)), { numRuns: 1, seed: 1 })
    const [step] = log?.turns ?? []
    const [turn] = step?.turns ?? []
    if (log === undefined || step === undefined || turn === undefined) throw new Error('a log with a turn')
    expectSame({ ...log, turns: [{ ...step, turns: [...step.turns, { ...turn, action: '"again"' }] }, ...log.turns.slice(1)] })
  })
})
