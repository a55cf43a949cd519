// Bundles that nobody wrote in good faith, made from a good one: each is to be refused with a code. Used by the unit tests and by
// `npm run check -- links`.

import { gzipSync } from 'fflate'
import type { ErrorCode } from '../../base/errors.ts'
import { bytesOfText, sha256Hex } from '../../base/hash.ts'
import type { BlobName, RunEvent } from '../../record/events.ts'
import { leadOf, type RunBundle, writeBundle } from '../bundle.ts'

export interface HostileBundle {
  readonly name: string
  file(good: RunBundle): Promise<Blob>
  /** `opened`: a log that can be drawn, in which whatever is hostile is text or is refused by the view that reads it. */
  readonly ends: readonly (ErrorCode | 'opened')[]
}

const SCRIPT = '<img src=x onerror="globalThis.tokenloomHarmed=1">'
const HASH = '0'.repeat(64)
const hostile = (name: string, file: HostileBundle['file'], ...ends: HostileBundle['ends']): HostileBundle => ({ name, file, ends })
const bytesOfBundle = async (bundle: RunBundle): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await writeBundle(bundle)).arrayBuffer())

/** A right head over whatever header and parts. */
const forged = async (header: string, parts: readonly string[] = [], version = 1): Promise<Blob> =>
  new Blob([await leadOf(bytesOfText(header), version), ...parts])
const header = (parts: readonly object[], run = 'r01'): string => JSON.stringify({ run, parts })
async function withLog(log: string): Promise<Blob> {
  return forged(header([{ kind: 'events', bytes: bytesOfText(log).length, hash: await sha256Hex(bytesOfText(log)) }]), [log])
}
const changed =
  (place: (length: number) => number): HostileBundle['file'] =>
  async (good) => {
    const bytes = await bytesOfBundle(good)
    const at = place(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return new Blob([bytes])
  }
const cut =
  (keep: (length: number) => number): HostileBundle['file'] =>
  async (good) => {
    const bytes = await bytesOfBundle(good)
    return new Blob([bytes.slice(0, keep(bytes.length))])
  }
/** One event of a kind, its fields changed by whatever. */
const event =
  (kind: RunEvent['kind'], change: (fields: Record<string, unknown>) => void): HostileBundle['file'] =>
  (good) => {
    const events = structuredClone(good.events) as RunEvent[]
    const found = events.find((one) => one.kind === kind)
    if (found !== undefined) change(found as unknown as Record<string, unknown>)
    return writeBundle({ ...good, events })
  }
/** The first kept step's bytes of an arm are others, and the log says so: the hashes hold. */
const withBytes =
  (arm: BlobName, forge: () => Uint8Array<ArrayBuffer>): HostileBundle['file'] =>
  async (good) => {
    const [bytes, place] = [forge(), good.tokens.findIndex((one) => one.arm === arm)]
    const step = good.tokens[place]?.step
    const hash = await sha256Hex(bytes)
    const kind = arm.startsWith('turns-') ? 'turns' : 'tokens'
    const events = good.events.map((one) =>
      one.kind === kind && 'ref' in one && one.ref.step === step && `${kind === 'turns' ? 'turns-' : ''}${one.ref.arm}` === arm
        ? ({ ...one, ref: { ...one.ref, hash, bytes: bytes.length } } as RunEvent)
        : one,
    )
    return writeBundle({ ...good, events, tokens: good.tokens.map((one, i) => (i === place ? { ...one, content: new Blob([bytes]) } : one)) })
  }
/** Mark, version and length of a header, and the header: how blobs of tokens and turns begin. */
function blob(magic: string, version: number, header: string): Uint8Array<ArrayBuffer> {
  const text = bytesOfText(header + ' '.repeat((4 - (header.length % 4)) % 4))
  const bytes = new Uint8Array(12 + text.length)
  bytes.set(bytesOfText(magic))
  new Uint32Array(bytes.buffer, 4, 2).set([version, text.length])
  bytes.set(text, 12)
  return bytes
}
function turnBlob(header: string): Uint8Array<ArrayBuffer> {
  const text = bytesOfText(header + ' '.repeat((8 - (header.length % 8)) % 8))
  const bytes = new Uint8Array(16 + text.length)
  bytes.set(bytesOfText('TLTU'))
  new Uint32Array(bytes.buffer, 4, 2).set([1, text.length])
  bytes.set(text, 16)
  return bytes
}
/** Deflate of nothing but zeros: a thousand bytes for one. */
const bomb = (): Uint8Array<ArrayBuffer> => gzipSync(new Uint8Array(16 * 2 ** 20)) as Uint8Array<ArrayBuffer>
const EPISODE = { episode: 0, agent: SCRIPT, group: 0, spans: [], rewards: [], totalReward: 0, stop: 'completed', metrics: {}, trained: true }
/** Texts by which no page decides anything are scripts. */
function scripted(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FREE_TEXTS.has(key) ? SCRIPT : value
  if (Array.isArray(value)) return key === 'vocabulary' ? value.map(() => SCRIPT) : value.map((one) => scripted(one, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === 'spec' ? one : scripted(one, name)]))
}
const FREE_TEXTS: ReadonlySet<string> = new Set(
  'device name check agent place action verdict expected found sentence digest shaderHash label waiting for message nextStep at'.split(' '),
)
const part = (more: object): string => header([{ kind: 'file', name: 'a', bytes: 0, hash: HASH, ...more }])

export const HOSTILE_BUNDLES: readonly HostileBundle[] = [
  hostile('nothing', async () => new Blob([]), 'BUNDLE_INVALID'),
  hostile('a picture', async () => new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)]), 'BUNDLE_INVALID'),
  ...[0, 2, 4_294_967_295].map((version) => hostile(`version ${version}`, () => forged(header([]), [], version), 'BUNDLE_VERSION')),
  hostile(
    'a changed mark',
    changed(() => 0),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a changed hash of the header',
    changed(() => 20),
    'BUNDLE_HASH',
  ),
  hostile(
    'a changed header',
    changed(() => 60),
    'BUNDLE_HASH',
  ),
  hostile(
    'a changed event',
    changed((length) => Math.floor(length / 8)),
    'BUNDLE_HASH',
  ),
  hostile(
    'a changed last byte',
    changed((length) => length - 1),
    'BUNDLE_HASH',
  ),
  hostile(
    'cut within its lead',
    cut(() => 30),
    'BUNDLE_INVALID',
  ),
  hostile(
    'cut within its header',
    cut(() => 100),
    'BUNDLE_INVALID',
  ),
  hostile(
    'cut at the end',
    cut((length) => length - 1),
    'BUNDLE_INVALID',
  ),
  hostile('a byte too much', async (good) => new Blob([await bytesOfBundle(good), '!']), 'BUNDLE_INVALID'),
  hostile(
    'a header of 4 GB',
    async () => {
      const lead = await leadOf(bytesOfText('{}'), 1)
      new DataView(lead.buffer).setUint32(12, 0xffff_ffff, true)
      return new Blob([lead])
    },
    'BUNDLE_TOO_LARGE',
  ),
  hostile('a part of 2^60 bytes', () => forged(part({ bytes: 2 ** 60 })), 'BUNDLE_INVALID'),
  hostile('a part of negative length', () => forged(part({ bytes: -1 })), 'BUNDLE_INVALID'),
  hostile(
    'thirty thousand parts',
    () => forged(header(Array.from({ length: 30_000 }, (_, i) => ({ kind: 'file', name: `f${i}`, bytes: 0, hash: HASH })))),
    'BUNDLE_INVALID',
  ),
  hostile('a file that leads upwards', () => forged(part({ name: '../../secrets' })), 'BUNDLE_INVALID'),
  hostile('a file with a script as its name', () => forged(part({ name: SCRIPT })), 'BUNDLE_INVALID'),
  hostile('a file from the root', () => forged(part({ name: '/etc/passwd' })), 'BUNDLE_INVALID'),
  hostile('an arm with a script as its name', () => forged(part({ kind: 'tokens', arm: SCRIPT, step: 1, name: undefined })), 'BUNDLE_INVALID'),
  hostile('a kind that is unknown', () => forged(part({ kind: 'command' })), 'BUNDLE_INVALID'),
  hostile('a field that is unknown', () => forged(part({ run: 'now' })), 'BUNDLE_INVALID'),
  hostile('a run with a script as its id', () => forged(header([], SCRIPT)), 'BUNDLE_INVALID'),
  hostile('the id of the recorded run', () => forged(header([], 'recorded-arithmetic')), 'BUNDLE_INVALID'),
  hostile('a prototype in the header', () => forged('{"run":"r01","parts":[],"__proto__":{"harmed":1}}'), 'BUNDLE_INVALID'),
  hostile('a header of lists in each other', () => forged('['.repeat(100_000)), 'BUNDLE_INVALID'),
  hostile('no event log', () => forged(header([])), 'BUNDLE_INVALID'),
  hostile('an empty event log', () => withLog(''), 'BUNDLE_INVALID'),
  hostile('events that are no JSON', () => withLog('hello\n'), 'BUNDLE_INVALID'),
  hostile('events nested deeply', () => withLog(`${'['.repeat(50_000)}${']'.repeat(50_000)}\n`), 'BUNDLE_INVALID'),
  hostile(
    'a log of six million empty objects',
    () => withLog(`{"seq":0,"run":"r01","kind":"paused","step":1,"more":[${'{},'.repeat(90_000)}{}]}\n`.repeat(66)),
    'BUNDLE_INVALID',
  ),
  hostile('a million empty events', () => withLog('{}\n'.repeat(1_000_000)), 'BUNDLE_INVALID'),
  hostile('a prototype in an event', () => withLog('{"seq":0,"run":"r01","kind":"started","constructor":{"prototype":1}}\n'), 'BUNDLE_INVALID'),
  hostile('the log of another run', (good) => writeBundle({ ...good, run: 'r99' }), 'BUNDLE_INVALID'),
  hostile('a log with a gap', (good) => writeBundle({ ...good, events: good.events.filter(({ seq }) => seq !== 3) }), 'RECORD_INVALID'),
  hostile(
    'a spec of another version',
    event('started', (fields) => Object.assign(fields['spec'] as object, { version: 2 })),
    'RECORD_VERSION',
  ),
  hostile(
    'a spec with a billion steps',
    event('started', (fields) => Object.assign(fields['spec'] as object, { steps: 1e9 })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'an engine that is a script',
    event('started', (fields) => Object.assign(fields['service'] as object, { engine: SCRIPT })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a kind that is a script',
    event('phase', (fields) => Object.assign(fields, { kind: SCRIPT })),
    'RECORD_INVALID',
  ),
  hostile(
    'a phase that is a script',
    event('phase', (fields) => Object.assign(fields, { phase: SCRIPT })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'an arm that is a script',
    event('stepped', (fields) => Object.assign(fields, { arm: SCRIPT })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a loss that is a script',
    event('stepped', (fields) => Object.assign(fields['metrics'] as object, { loss: SCRIPT })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'metrics that are null',
    event('stepped', (fields) => Object.assign(fields, { metrics: null })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a digest of a megabyte',
    event('stepped', (fields) => Object.assign(fields, { digest: 'x'.repeat(1_000_000) })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a summary without its numbers',
    event('finished', (fields) => Object.assign(fields, { summary: {} })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'tokens that the log does not know',
    (good) => writeBundle({ ...good, tokens: [{ arm: 'policy', step: 7777, content: new Blob(['foreign']) }] }),
    'BUNDLE_HASH',
  ),
  hostile('a part twice', (good) => writeBundle({ ...good, files: [1, 2].map(() => ({ name: 'a', content: new Blob(['a']) })) }), 'BUNDLE_INVALID'),
  hostile('a log of a gigabyte, so it says', () => forged(header([{ kind: 'events', bytes: 2 ** 26 + 1, hash: HASH }])), 'BUNDLE_INVALID'),
  hostile('a bomb of zeros in place of the file', async () => new Blob([bomb()]), 'BUNDLE_INVALID'),
  hostile('a bomb of zeros in place of the header', async () => new Blob([await leadOf(bomb(), 1)]), 'BUNDLE_INVALID'),
  hostile('a bomb of zeros in place of tokens', withBytes('policy', bomb), 'opened'),
  hostile(
    'tokens that claim four billion of them',
    withBytes('policy', () => blob('TLTK', 2, JSON.stringify({ step: 1, arm: 'policy', weighed: true, episodes: [{ ...EPISODE, length: 2 ** 32 }] }))),
    'opened',
  ),
  hostile(
    'tokens of half a million empty episodes',
    withBytes('policy', () => blob('TLTK', 2, `{"step":1,"arm":"policy","episodes":[${'{},'.repeat(500_000)}{}]}`)),
    'opened',
  ),
  hostile(
    'tokens with an action mask of four billion entries',
    withBytes('policy', () =>
      blob('TLTK', 2, JSON.stringify({ step: 1, arm: 'policy', episodes: [{ ...EPISODE, length: 0, actionMask: { states: 1, entries: 2 ** 32 } }] })),
    ),
    'opened',
  ),
  hostile(
    'tokens whose header is lists in each other',
    withBytes('policy', () => blob('TLTK', 2, '['.repeat(200_000))),
    'opened',
  ),
  hostile(
    'turns that claim four billion of them',
    withBytes('turns-policy', () =>
      turnBlob(JSON.stringify({ step: 1, arm: 'policy', agents: [SCRIPT], texts: [SCRIPT], sets: [], turns: 2 ** 32, waits: 0 })),
    ),
    'opened',
  ),
  hostile(
    'scripts in every text of the log',
    (good) => writeBundle({ ...good, events: good.events.map((one) => scripted(one) as RunEvent) }),
    'opened',
    'BUNDLE_HASH',
  ),
  hostile(
    'a vocabulary of a million names',
    event('started', (fields) => Object.assign(fields, { vocabulary: Array.from({ length: 1_000_000 }, () => '') })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a step of a quadrillion',
    event('stepped', (fields) => Object.assign(fields, { step: 1e15 })),
    'BUNDLE_INVALID',
  ),
  hostile(
    'a number beyond all numbers',
    (good) => withLog(good.events.map((one) => `${JSON.stringify(one).replace(/"loss":[^,}]+/, '"loss":1e999')}\n`).join('')),
    'BUNDLE_INVALID',
  ),
  hostile(
    'an error that is a script',
    (good) => {
      const error = { code: SCRIPT, message: SCRIPT, nextStep: SCRIPT, at: SCRIPT }
      const last = good.events.length - 1
      return writeBundle({
        ...good,
        events: good.events.map((one, i) => (i === last ? ({ kind: 'failed', error, run: one.run, seq: one.seq } as unknown as RunEvent) : one)),
      })
    },
    'opened',
  ),
]
