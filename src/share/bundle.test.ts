import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toErrorData } from '../base/errors.ts'
import { CONTROL_NAMES } from '../record/spec-fields.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { bytesOfBlob, type RunBundle, readBundle, renameRun, writeBundle } from './bundle.ts'
import { GOLDEN_BUNDLES } from './testing/golden-bundles.ts'
import { HOSTILE_BUNDLES } from './testing/hostile-bundles.ts'

const golden = (name: string): Blob => new Blob([readFileSync(join(import.meta.dirname, 'testing/bundles', `${name}.tokenloom`))])
const isRead = async ({ arm, content }: RunBundle['tokens'][number]): Promise<boolean> => {
  const bytes = await bytesOfBlob(content)
  return (arm.startsWith('turns-') ? decodeTurns(bytes) : decodeTokens(bytes)).ok
}
const good: RunBundle = await readBundle(golden('sums-with-control'))

test('a run comes out of its bundle as it went in', async () => {
  const file = await writeBundle(good)
  const read = await readBundle(file)
  expect(read.events).toEqual(good.events)
  expect(read.tokens.map(({ arm, step }) => [arm, step])).toEqual(good.tokens.map(({ arm, step }) => [arm, step]))
  // Byte by byte, without a matcher that walks them.
  const [before, after] = await Promise.all([file, await writeBundle(read)].map(async (one) => Buffer.from(await one.arrayBuffer())))
  expect(before?.equals(after ?? Buffer.of())).toBe(true)
})

test('a bundle holds the tokens and turns of every arm that a run can have', async () => {
  const [one] = good.tokens
  if (one === undefined) throw new Error('The golden bundle keeps no tokens.')
  for (const arm of CONTROL_NAMES) {
    const events = good.events.map((event) => (event.kind === 'tokens' ? { ...event, ref: { ...event.ref, arm } } : event))
    const read = await readBundle(await writeBundle({ ...good, events, tokens: [{ ...one, arm }] }))
    expect(read.tokens.map((part) => part.arm)).toEqual([arm])
  }
})

test('a run that was given another name goes out and in like any other', async () => {
  const read = await readBundle(await writeBundle(renameRun(good, 'r0123456789a')))
  expect([read.run, ...new Set(read.events.map(({ run }) => run))]).toEqual(['r0123456789a', 'r0123456789a'])
  expect(read.events.map(({ run: _, ...event }) => event)).toEqual(good.events.map(({ run: _, ...event }) => event))
})

test('a game that was kept goes out and in like any other run', async () => {
  const read = await readBundle(await writeBundle(renameRun(good, 'g0123456789a')))
  expect(read.run).toBe('g0123456789a')
})

describe('golden bundles', () => {
  test.each(GOLDEN_BUNDLES)('$name opens as it always did', async (facts) => {
    const { run, events, tokens, files } = await readBundle(golden(facts.name))
    expect([run, events.length]).toEqual([facts.run, facts.events])
    const stepsOf = (name: string) => tokens.filter(({ arm }) => arm === name).map(({ step }) => step)
    expect([stepsOf('policy'), stepsOf('turns-policy')]).toEqual([facts.tokenSteps, facts.turnSteps])
    for (const part of tokens) expect(await isRead(part)).toBe(true)
    expect(files.map(({ name }) => name)).toEqual(facts.files)
    const [start, end] = [events[0], events.at(-1)]
    expect(start).toMatchObject({ kind: 'started', spec: { preset: facts.preset } })
    expect(end).toMatchObject({ kind: 'finished', summary: { digest: facts.digest, final: facts.final, audit: { violations: facts.violations } } })
  })
})

describe('hostile bundles', () => {
  test.each(HOSTILE_BUNDLES)('$name', async ({ name, file, ends }) => {
    const read = await readBundle(await file(good)).catch((thrown: unknown) => toErrorData(thrown).code)
    expect(ends).toContain(typeof read === 'string' ? read : 'opened')
    if (typeof read === 'string') return
    // What the log lets pass is read, or refused with a code, by whoever looks at that step.
    const decoded = await Promise.all(read.tokens.map(isRead))
    expect(decoded.every(Boolean)).toBe(!/tokens|turns/.test(name))
  })
})
