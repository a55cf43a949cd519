import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import { type AdapterCheckpoint, decodeAdapterCheckpoint, encodeAdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { Bytes } from './bytes.ts'
import { type AdapterLibrary, createAdapterLibrary } from './library.ts'
import type { LibraryRecords } from './library-schema.ts'
import { type MemoryBytes, memoryBytes, memoryLibraryRecords } from './testing/memory.ts'

/** A small adapter that had taken this many steps. */
function checkpoint(version: number, parent: string | null = null): AdapterCheckpoint {
  const column = (scale: number): Float32Array => Float32Array.of(version * scale, -scale, 0.5)
  const adapter = {
    spec: { name: 'a', rank: 1, scale: 2, targets: ['q_proj'] as const, seed: 3 },
    ...{ baseHash: 'base', version, hash: `weights ${version}`, weights: column(1), moment1: column(2), moment2: column(3) },
  }
  return { adapter, counters: { seed: 3, episodes: 8 * version }, lineage: { parent, how: 'trained', run: 'r', step: version } }
}

interface Opened {
  readonly library: AdapterLibrary
  readonly bytes: MemoryBytes
  readonly records: LibraryRecords
  time: number
  /** Another session over the same storage, after a crash. */
  again(): AdapterLibrary
}

function open(): Opened {
  const [records, bytes] = [memoryLibraryRecords(), memoryBytes()]
  const opened: Opened = {
    library: createAdapterLibrary(records, bytes, () => opened.time),
    bytes,
    records,
    time: 1000,
    again: () => createAdapterLibrary(records, bytes, () => opened.time),
  }
  return opened
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (thrown: unknown) => (thrown instanceof TokenloomError ? thrown.code : String(thrown)),
  )

describe('the library of adapters', () => {
  it('keeps checkpoints under the hash of their content, and names point to them', async () => {
    const { library, bytes } = open()
    const first = await library.save('one', checkpoint(1))
    const second = await library.save('one', checkpoint(2, first))
    expect([...bytes.files.keys()]).toEqual([`adapters/${first}.bin`, `adapters/${second}.bin`])
    expect(await library.load('one')).toEqual(checkpoint(2, first))
    expect(await library.load(first)).toEqual(checkpoint(1))
    expect((await library.list()).map(({ name, hash, history, row }) => [name, hash, history, row.version, row.parent])).toEqual([
      ['one', second, [first, second], 2, first],
    ])
    expect((await library.lineage('one')).map(({ hash }) => hash)).toEqual([second, first])
    // The same content has the same address: saved twice, kept once.
    expect(await library.save('other', checkpoint(1))).toBe(first)
    expect(bytes.files.size).toBe(2)
  })

  it('rolls back and forward within the history of a name, and to nothing else', async () => {
    const { library } = open()
    const hashes: string[] = []
    for (const version of [1, 2, 3]) hashes.push(await library.save('one', checkpoint(version)))
    const [first = '', , third = ''] = hashes
    await library.rollBack('one', first)
    expect((await library.load('one')).adapter.version).toBe(1)
    await library.rollBack('one', third)
    expect((await library.load('one')).adapter.version).toBe(3)
    const foreign = await library.save('two', checkpoint(9))
    expect(await codeOf(library.rollBack('one', foreign))).toBe('CHECKPOINT_UNKNOWN')
    expect(await codeOf(library.rollBack('nobody', first))).toBe('CHECKPOINT_UNKNOWN')
  })

  it('forks a name, and what one of the two does later is not the other’s', async () => {
    const { library } = open()
    const first = await library.save('one', checkpoint(1))
    await library.fork('one', 'two')
    await library.save('two', checkpoint(2, first))
    expect((await library.load('one')).adapter.version).toBe(1)
    await library.remove('one')
    expect(await library.sweep()).toBe(0)
    expect((await library.lineage('two')).map(({ version }) => version)).toEqual([2, 1])
    expect(await codeOf(library.fork('two', 'two'))).toBe('ADAPTER_INVALID')
  })

  it('finds names by how they begin, page by page', async () => {
    const { library } = open()
    for (const name of ['b2', 'a1', 'b1', 'b3', 'c']) await library.save(name, checkpoint(1))
    const names = async (...query: Parameters<AdapterLibrary['list']>) => (await library.list(...query)).map(({ name }) => name)
    expect(await names({ prefix: 'b' })).toEqual(['b1', 'b2', 'b3'])
    expect(await names({ prefix: 'b', limit: 2 })).toEqual(['b1', 'b2'])
    expect(await names({ prefix: 'b', limit: 2, after: 'b2' })).toEqual(['b3'])
    expect(await library.count()).toBe(5)
  })

  it('lets go of what has outlived its time; a name falls back to what is left', async () => {
    const opened = open()
    const { library } = opened
    await library.save('one', checkpoint(1))
    const brief = await library.save('one', checkpoint(2), { timeToLive: 50 })
    await library.save('short', checkpoint(3), { timeToLive: 50 })
    expect(await library.sweep()).toBe(0)
    opened.time += 51
    expect(await library.sweep()).toBe(2)
    expect((await library.load('one')).adapter.version).toBe(1)
    expect(await codeOf(library.load(brief))).toBe('CHECKPOINT_UNKNOWN')
    expect(await codeOf(library.load('short'))).toBe('CHECKPOINT_UNKNOWN')
    expect(opened.bytes.files.size).toBe(1)
  })

  it('keeps for ever what was once saved for ever', async () => {
    const opened = open()
    await opened.library.save('one', checkpoint(1))
    await opened.library.save('two', checkpoint(1), { timeToLive: 1 })
    opened.time += 10
    expect(await opened.library.sweep()).toBe(0)
  })

  it('names bytes that are damaged or gone, and the name can be rolled back', async () => {
    const { library, bytes } = open()
    const first = await library.save('one', checkpoint(1))
    const second = await library.save('one', checkpoint(2, first))
    bytes.files.set(`adapters/${second}.bin`, Uint8Array.of(1, 2, 3))
    expect(await codeOf(library.load('one'))).toBe('CHECKPOINT_CORRUPT')
    bytes.files.delete(`adapters/${second}.bin`)
    expect(await codeOf(library.load('one'))).toBe('CHECKPOINT_CORRUPT')
    await library.rollBack('one', first)
    expect((await library.load('one')).adapter.version).toBe(1)
    // Saving the lost one again heals it.
    await library.save('one', checkpoint(2, first))
    expect((await library.load('one')).adapter.version).toBe(2)
  })

  it('says what is wrong when the disk is full or lies, and keeps what was there', async () => {
    const { library, bytes, records } = open()
    await library.save('one', checkpoint(1))
    const on = (change: Partial<Bytes>): AdapterLibrary => createAdapterLibrary(records, { ...bytes, ...change }, () => 1)
    const full = on({ write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) })
    expect(await codeOf(full.save('one', checkpoint(2)))).toBe('STORE_QUOTA')
    const lying = on({
      write: (path, content) =>
        bytes.write(
          path,
          content.map((byte) => byte ^ 1),
        ),
    })
    expect(await codeOf(lying.save('one', checkpoint(2)))).toBe('STORE_FAILED')
    expect(await library.load('one')).toEqual(checkpoint(1))
    expect(await codeOf(library.save('', checkpoint(2)))).toBe('ADAPTER_INVALID')
  })
})

/** Storage whose power fails at the n-th change, before it takes effect or after. Everything later fails too. */
function failingAt(
  at: number,
  after: boolean,
  bytes: Bytes,
  records: LibraryRecords,
): { readonly bytes: Bytes; readonly records: LibraryRecords; changes(): number } {
  let count = 0
  const change =
    <Arguments extends readonly unknown[]>(work: (...given: Arguments) => Promise<void>) =>
    async (...given: Arguments): Promise<void> => {
      const now = ++count
      if (now > at || (now === at && !after)) throw new Error('power')
      await work(...given)
      if (now === at) throw new Error('power')
    }
  return {
    bytes: { ...bytes, write: change(bytes.write), remove: change(bytes.remove) },
    records: { ...records, commit: change(records.commit), removeName: change(records.removeName), removeAdapter: change(records.removeAdapter) },
    changes: () => count,
  }
}

describe('a crash in the middle', () => {
  /** Everything that writes, on top of two saved names. */
  const work = async (library: AdapterLibrary, first: string): Promise<void> => {
    await library.save('one', checkpoint(3, first))
    await library.fork('one', 'three')
    await library.rollBack('one', first)
    await library.remove('two')
    await library.sweep()
    await library.save('four', checkpoint(4))
  }
  const prepare = async () => {
    const opened = open()
    const first = await opened.library.save('one', checkpoint(1))
    await opened.library.save('two', checkpoint(2))
    return { ...opened, first }
  }

  it('loses nothing that was saved, wherever it comes: every name points to something whole, and the work can be done again', async () => {
    const whole = await prepare()
    const count = failingAt(Number.POSITIVE_INFINITY, false, whole.bytes, whole.records)
    await work(
      createAdapterLibrary(count.records, count.bytes, () => 1),
      whole.first,
    )
    expect(count.changes()).toBeGreaterThan(8)
    for (let at = 1; at <= count.changes(); at++) {
      for (const after of [false, true]) {
        const { bytes, records, first, again } = await prepare()
        const failing = failingAt(at, after, bytes, records)
        expect(
          await codeOf(
            work(
              createAdapterLibrary(failing.records, failing.bytes, () => 1),
              first,
            ),
          ),
        ).not.toBe('no error')
        const library = again()
        for (const { name } of await library.list())
          expect((await library.load(name)).adapter.version, `${name} after a crash at change ${at}`).toBeGreaterThan(0)
        // What nobody asked to let go is there.
        expect(await library.load(first)).toEqual(checkpoint(1))
        await library.sweep()
        expect(await library.load(first)).toEqual(checkpoint(1))
        for (const file of bytes.files.keys()) expect(await codeOf(library.load(file.slice('adapters/'.length, -4)))).toBe('no error')
        await library.save('one', checkpoint(5, first))
        expect((await library.load('one')).adapter.version).toBe(5)
      }
    }
  })
})

describe('the bytes of an adapter checkpoint', () => {
  it('come back as they were, and whatever else is refused without a throw', () => {
    const bytes = encodeAdapterCheckpoint(checkpoint(7, 'f'.repeat(64)))
    expect(decodeAdapterCheckpoint(bytes)).toEqual({ ok: true, value: checkpoint(7, 'f'.repeat(64)) })
    expect(decodeAdapterCheckpoint(bytes.subarray(0, 9))).toMatchObject({ ok: false, error: { code: 'CHECKPOINT_CORRUPT' } })
    const later = bytes.slice()
    later[4] = 9
    expect(decodeAdapterCheckpoint(later)).toMatchObject({ ok: false, error: { code: 'RECORD_VERSION' } })
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(bytes.length), (at, length) => {
        const damaged = bytes.slice(0, length)
        damaged.fill(0xff, at, at + 1)
        expect(() => decodeAdapterCheckpoint(damaged)).not.toThrow()
        if (length < bytes.length) expect(decodeAdapterCheckpoint(damaged).ok).toBe(false)
      }),
    )
  })
})
