// The library of adapters: checkpoints under the hash of their content, and names that point to them. Bytes are written and read
// back before a name moves, so that whenever the power fails every name points to something whole. A name remembers where it
// pointed; a fork is a second name; what no name remembers, or what has outlived its time, is swept away. Knows bytes and facts,
// not what is in them.

import { tokenloomError } from '../base/errors.ts'
import { sha256Hex } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import { type AdapterCheckpoint, decodeAdapterCheckpoint, encodeAdapterCheckpoint } from '../record/adapter-checkpoint.ts'
import type { Bytes } from './bytes.ts'
import { storing } from './failures.ts'
import type { AdapterRow, LibraryRecords, NameRow } from './library-schema.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** A name, and the facts of what it points to. */
export interface LibraryEntry extends NameRow {
  readonly row: AdapterRow
}

export interface AdapterLibrary {
  /** Keeps a checkpoint and lets the name point to it; its address. With a time to live it may be swept away afterwards. */
  save(name: string, checkpoint: AdapterCheckpoint, options?: { readonly timeToLive?: number }): Promise<string>
  /** By name or by address. CHECKPOINT_UNKNOWN, CHECKPOINT_CORRUPT. */
  load(nameOrHash: string): Promise<AdapterCheckpoint>
  /** Names in their order, with the facts of what they point to. */
  list(options?: { readonly prefix?: string; readonly limit?: number; readonly after?: string }): Promise<readonly LibraryEntry[]>
  count(): Promise<number>
  /** The checkpoints that led to this one, newest first, as far as they are kept. */
  lineage(nameOrHash: string): Promise<readonly AdapterRow[]>
  /** Lets the name point to an earlier checkpoint of its own history. */
  rollBack(name: string, hash: string): Promise<void>
  /** A second name for what the first one points to. */
  fork(name: string, fork: string): Promise<void>
  /** Forgets the name; its checkpoints go with the next sweep unless another name remembers them. */
  remove(name: string): Promise<void>
  /** Lets go of what has outlived its time, of what no name remembers, and of leftovers of a crash. How many checkpoints went. */
  sweep(): Promise<number>
}

const FOLDER = 'adapters'
const pathOf = (hash: string): string => `${FOLDER}/${hash}.bin`
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

export function createAdapterLibrary(records: LibraryRecords, bytes: Bytes, now: () => number): AdapterLibrary {
  const nameOf = async (name: string): Promise<NameRow> => (await records.name(name)) ?? unknown(`There is no adapter named ${name}.`)
  const hashOf = async (nameOrHash: string): Promise<string> => (isHash(nameOrHash) ? nameOrHash : (await nameOf(nameOrHash)).hash)
  const rowOf = async (hash: string): Promise<AdapterRow> => (await records.adapter(hash)) ?? unknown(`No checkpoint has the address ${hash.slice(0, 12)}….`)

  const inTurn = oneAtATime()
  const move = (known: NameRow | undefined, name: string, hash: string): NameRow => ({
    name,
    hash,
    history: [...(known?.history.filter((old) => old !== hash) ?? []), hash],
    moved: now(),
  })

  return {
    save: (name, checkpoint, { timeToLive } = {}) =>
      inTurn(async () => {
        if (name === '' || isHash(name)) throw tokenloomError('ADAPTER_INVALID', `"${name}" is no name for an adapter.`, 'Choose another name.', 'name')
        const content = encodeAdapterCheckpoint(checkpoint)
        const hash = await sha256Hex(content)
        await writeWhole(bytes, hash, content)
        const created = now()
        const { adapter, lineage } = checkpoint
        const known = await records.adapter(hash)
        // Saved once for ever, it stays for ever.
        const expires = known?.expires === null || timeToLive === undefined ? null : created + timeToLive
        const row: AdapterRow = {
          ...{ hash, bytes: content.byteLength, created, expires, parent: lineage.parent, run: lineage.run, step: lineage.step },
          ...{ rank: adapter.spec.rank, version: adapter.version, baseHash: adapter.baseHash },
        }
        await records.commit(row, move(await records.name(name), name, hash))
        return hash
      }),
    load: (nameOrHash) =>
      storing(async () => {
        const hash = await hashOf(nameOrHash)
        await rowOf(hash)
        const content = await bytes.read(pathOf(hash))
        if (content === undefined || (await sha256Hex(content)) !== hash)
          throw tokenloomError(
            'CHECKPOINT_CORRUPT',
            `The bytes of the checkpoint ${hash.slice(0, 12)}… are ${content === undefined ? 'gone' : 'damaged'}.`,
            'Roll its name back to an earlier checkpoint, or import the adapter again.',
          )
        return unwrap(decodeAdapterCheckpoint(content))
      }),
    list: ({ prefix = '', limit = 1000, after } = {}) =>
      storing(async () => {
        const found = await records.names(prefix, limit, after)
        return Promise.all(found.map(async (name) => ({ ...name, row: await rowOf(name.hash) })))
      }),
    count: () => storing(() => records.countNames()),
    lineage: (nameOrHash) =>
      storing(async () => {
        const rows: AdapterRow[] = []
        for (let hash: string | null = await hashOf(nameOrHash); hash !== null; ) {
          const row: AdapterRow | undefined = await records.adapter(hash)
          if (row === undefined) break
          rows.push(row)
          hash = row.parent
        }
        return rows
      }),
    rollBack: (name, hash) =>
      inTurn(async () => {
        const known = await nameOf(name)
        const place = known.history.indexOf(hash)
        if (place < 0) unknown(`${name} never pointed to ${hash.slice(0, 12)}….`)
        await rowOf(hash)
        // What came after stays in its history, in front: a roll-back can be taken back.
        await records.commit(null, { ...known, hash, history: [...known.history.filter((old) => old !== hash), hash], moved: now() })
      }),
    fork: (name, fork) =>
      inTurn(async () => {
        const known = await nameOf(name)
        if ((await records.name(fork)) !== undefined)
          throw tokenloomError('ADAPTER_INVALID', `There is an adapter ${fork} already.`, 'Choose another name.', 'name')
        await records.commit(null, move(undefined, fork, known.hash))
      }),
    remove: (name) => inTurn(() => records.removeName(name)),
    sweep: () => inTurn(() => sweep(records, bytes, now())),
  }
}

/** Written under its hash and read back: a disk that lies is found out before anything points there. */
async function writeWhole(bytes: Bytes, hash: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const there = await bytes.read(pathOf(hash))
  if (there !== undefined && (await sha256Hex(there)) === hash) return
  await bytes.write(pathOf(hash), content)
  const back = await bytes.read(pathOf(hash))
  if (back === undefined || (await sha256Hex(back)) !== hash) {
    throw tokenloomError(
      'STORE_FAILED',
      'What was written could not be read back as it was.',
      'Free disk space and save again; what was saved before is untouched.',
    )
  }
}

async function sweep(records: LibraryRecords, bytes: Bytes, time: number): Promise<number> {
  const rows = await records.adapters()
  const kept = new Set(rows.filter(({ expires }) => expires === null || expires > time).map(({ hash }) => hash))
  const remembered = new Set<string>()
  for (const name of await records.names('', Number.MAX_SAFE_INTEGER)) {
    const history = name.history.filter((hash) => kept.has(hash))
    const last = history.at(-1)
    for (const hash of history) remembered.add(hash)
    // A name whose checkpoint is over falls back to the newest that is left, or goes.
    if (last === undefined) await records.removeName(name.name)
    else if (history.length < name.history.length) await records.commit(null, { ...name, hash: last, history })
  }
  let gone = 0
  for (const { hash } of rows) {
    if (remembered.has(hash)) continue
    // The row first: bytes without a row are as good as none, a row without bytes is a broken promise.
    await records.removeAdapter(hash)
    gone++
  }
  for (const file of await bytes.list(FOLDER)) {
    if (!remembered.has(file.replace(/\.bin$/, ''))) await bytes.remove(`${FOLDER}/${file}`)
  }
  return gone
}

function unknown(message: string): never {
  throw tokenloomError('CHECKPOINT_UNKNOWN', message, 'Look it up in the list of policies: it may have been removed or have outlived its time.')
}
