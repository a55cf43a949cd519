// Links that nobody wrote in good faith: each is to be refused with one of the codes it names, or, where it may be opened, to be
// nothing but text. Used by the unit tests and by `npm run check -- links`.

import type { ErrorCode } from '../../base/errors.ts'
import { bytesOfText } from '../../base/hash.ts'
import { canonicalJson, type Json } from '../../base/json.ts'
import { textHash } from '../../base/text-hash.ts'
import { LINK_VERSION } from '../link.ts'
import { sealLink } from '../link-codec.ts'
import { GOLDEN_LINKS } from './golden-links.ts'

export interface HostileLink {
  readonly kind: 'source' | 'bomb' | 'nesting' | 'prototype' | 'version' | 'damage' | 'script' | 'count' | 'stranger'
  readonly name: string
  /** Made when it is needed: some are large. */
  link(): string
  /** `text`: may open, and then holds the hostile part as plain text alone. */
  readonly ends: readonly (ErrorCode | 'text')[]
}

const SCRIPT = '<img src=x onerror="globalThis.tokenloomHarmed=1"><script>globalThis.tokenloomHarmed=1</script>'
const seal = (kind: string, body: Json, version = 1): string => sealLink(version, kind, bytesOfText(canonicalJson(body)))
const raw = (kind: string, json: string): string => sealLink(1, kind, bytesOfText(json))
const golden = (index: number): string => GOLDEN_LINKS[index]?.link ?? ''
const run = (more: { readonly [key: string]: Json }): Json => ({ preset: 'arithmetic', print: '00000000', ...more })
const episode = (more: { readonly [key: string]: Json }): Json => ({ environment: 'arithmetic-v1', config: {}, seed: 1, actions: [], ...more })
const flipped = (link: string, place: number): string => {
  const from = link.indexOf('&d=') + 3
  const at = from + (place % (link.length - from))
  return link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
}
const hostile = (kind: HostileLink['kind'], name: string, link: () => string, ...ends: HostileLink['ends']): HostileLink => ({ kind, name, link, ends })

const BOMBS = [
  hostile('bomb', '40 MB of spaces before JSON', () => raw('run', `${' '.repeat(40_000_000)}{}`), 'LINK_TOO_LARGE'),
  hostile('bomb', '40 MB of one letter as a source', () => seal('environment', { title: 'x', source: 'x'.repeat(40_000_000) }), 'LINK_TOO_LARGE'),
  hostile('bomb', '300 KB of zeros', () => sealLink(1, 'lesson', new Uint8Array(300_000)), 'LINK_TOO_LARGE'),
  hostile('bomb', 'an address of 2 MB', () => `#v=1&k=run&d=${'A'.repeat(2_000_000)}`, 'LINK_TOO_LARGE'),
  hostile('bomb', 'a source of more than its bound', () => seal('environment', { title: 'x', source: 'x'.repeat(131_073) }), 'LINK_INVALID'),
]

const NESTING = [
  hostile('nesting', '60,000 lists in each other', () => raw('run', `${'['.repeat(60_000)}${']'.repeat(60_000)}`), 'LINK_TOO_LARGE'),
  hostile('nesting', '20,000 objects in each other', () => raw('run', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`), 'LINK_TOO_LARGE'),
  hostile('nesting', 'lists that nobody closes', () => raw('run', '['.repeat(60_000)), 'LINK_TOO_LARGE'),
  hostile('nesting', 'settings that are 17 deep', () => raw('episode', `{"config":${'{"a":'.repeat(17)}1${'}'.repeat(17)}}`), 'LINK_TOO_LARGE'),
  hostile('nesting', 'closing before opening', () => raw('run', ']]]]}}}}'), 'LINK_INVALID'),
]

const PROTOTYPES = [
  ...['__proto__', 'constructor', 'prototype'].flatMap((key) => [
    hostile('prototype', `${key} in the body`, () => raw('run', `{"preset":"arithmetic","print":"00000000","${key}":{"harmed":1}}`), 'LINK_INVALID'),
    hostile(
      'prototype',
      `${key} among the changes`,
      () => raw('run', `{"preset":"arithmetic","print":"00000000","changes":{"${key}":{"harmed":1}}}`),
      'LINK_INVALID',
    ),
    hostile(
      'prototype',
      `${key} deep in settings`,
      () => raw('episode', `{"environment":"a","seed":1,"actions":[],"config":{"a":[{"${key}":1}]}}`),
      'LINK_INVALID',
    ),
  ]),
  hostile('prototype', 'a path into the prototype', () => seal('run', run({ changes: { '__proto__.harmed': 1 } })), 'LINK_INVALID'),
  hostile('prototype', 'a path through the constructor', () => seal('run', run({ changes: { 'rollout.constructor.prototype.harmed': 1 } })), 'LINK_INVALID'),
  hostile('prototype', 'a preset by an inherited name', () => seal('run', run({ preset: 'toString' })), 'LINK_INVALID', 'PRESET_UNKNOWN'),
  hostile('prototype', 'an escaped key', () => raw('run', '{"preset":"arithmetic","print":"00000000","\\u005f_proto__":{"harmed":1}}'), 'LINK_INVALID'),
]

const VERSIONS = [
  ...[0, LINK_VERSION + 1, 99, 999_999].map((version) =>
    hostile('version', `version ${version}`, () => seal('lesson', { lesson: 'loss-mask', step: 1 }, version), 'LINK_VERSION'),
  ),
  ...['-1', '1.0', '01', '1e0', '%31', '9999999', ''].map((version) =>
    hostile('version', `version "${version}"`, () => golden(9).replace('v=1', `v=${version}`), 'LINK_INVALID', 'LINK_VERSION'),
  ),
  hostile('version', 'another kind over the same data', () => golden(9).replace('k=lesson', 'k=view'), 'LINK_INVALID'),
  hostile('version', 'a kind that does not exist', () => seal('command', { run: 'now' }), 'LINK_INVALID'),
  hostile('version', 'a spec of another version', () => seal('run', run({ changes: { version: 2 } })), 'LINK_INVALID', 'RECORD_VERSION'),
]

const DAMAGE = [
  ...[0, 1, 2, 3, 5, 8, 13, 21, 34].map((place) =>
    hostile('damage', `character ${place} of the data changed`, () => flipped(golden(4), place), 'LINK_INVALID'),
  ),
  ...[1, 2, 10, 40].map((cut) => hostile('damage', `${cut} characters cut off`, () => golden(2).slice(0, -cut), 'LINK_INVALID')),
  hostile('damage', 'no data at all', () => '#v=1&k=run&d=', 'LINK_INVALID'),
  hostile('damage', 'no field of data', () => '#v=1&k=run', 'LINK_INVALID'),
  hostile('damage', 'another field behind it', () => `${golden(0)}&run=now`, 'LINK_INVALID'),
  hostile('damage', 'data in the other alphabet', () => golden(0).replace('&d=', '&d=+/'), 'LINK_INVALID'),
  hostile('damage', 'bytes that are no text', () => sealLink(1, 'run', Uint8Array.of(0x22, 0xff, 0xfe, 0x22)), 'LINK_INVALID'),
  hostile('damage', 'half of a JSON', () => raw('run', '{"preset":"arith'), 'LINK_INVALID'),
]

const SCRIPTS = [
  hostile('script', 'in the preset', () => seal('run', run({ preset: SCRIPT })), 'LINK_INVALID'),
  hostile('script', 'in the digest', () => seal('run', run({ digest: SCRIPT })), 'LINK_INVALID'),
  hostile('script', 'in the base', () => seal('run', run({ changes: { base: `../${SCRIPT}` } })), 'SPEC_INVALID'),
  hostile('script', 'in a path', () => seal('run', run({ changes: { [SCRIPT]: 1 } })), 'LINK_INVALID'),
  hostile('script', 'in the view', () => seal('run', run({ view: { tab: SCRIPT } })), 'LINK_INVALID'),
  hostile('script', 'in the environment’s settings', () => seal('run', run({ changes: { 'environment.config': { note: SCRIPT } } })), 'text'),
  hostile('script', 'in the name of a run', () => seal('view', { run: SCRIPT, view: {} }), 'LINK_INVALID'),
  hostile('script', 'in an agent', () => seal('episode', episode({ actions: [[SCRIPT, '1']] })), 'LINK_INVALID'),
  hostile('script', 'in an action', () => seal('episode', episode({ actions: [['solver', SCRIPT]] })), 'text'),
  hostile('script', 'in a title', () => seal('environment', { title: SCRIPT.slice(0, 80), source: '' }), 'text'),
  hostile('script', 'in a title that is too long', () => seal('environment', { title: SCRIPT, source: '' }), 'LINK_INVALID'),
  hostile('script', 'as a source', () => seal('environment', { title: 'x', source: 'globalThis.tokenloomHarmed = 1; fetch("https://example.com")' }), 'text'),
  hostile('script', 'in a lesson', () => seal('lesson', { lesson: SCRIPT, step: 1 }), 'LINK_INVALID'),
  hostile('script', 'an address as a base', () => seal('run', run({ changes: { base: 'https://example.com/model' } })), 'SPEC_INVALID'),
]

const COUNTS = [
  hostile('count', 'a billion steps', () => seal('run', run({ changes: { steps: 1e9 } })), 'SPEC_INVALID'),
  hostile('count', 'a group of a billion', () => seal('run', run({ changes: { 'rollout.groupSize': 1e9 } })), 'SPEC_INVALID'),
  hostile(
    'count',
    'a number that JSON reads as infinity',
    () => raw('run', '{"preset":"arithmetic","print":"00000000","changes":{"steps":1e999}}'),
    'SPEC_INVALID',
  ),
  hostile('count', 'a step of 1e308', () => seal('view', { run: 'a', view: { step: 1e308 } }), 'LINK_INVALID'),
  hostile('count', 'a negative token', () => seal('view', { run: 'a', view: { token: -1 } }), 'LINK_INVALID'),
  hostile('count', '3,000 actions', () => seal('episode', episode({ actions: Array.from({ length: 3000 }, () => ['a', '1']) })), 'LINK_INVALID'),
  hostile('count', '120,000 numbers', () => seal('episode', episode({ actions: Array.from({ length: 120_000 }, () => 1) })), 'LINK_TOO_LARGE'),
  hostile('count', 'an action of three parts', () => seal('episode', episode({ actions: [['a', '1', '2']] })), 'LINK_INVALID'),
]

const STRANGERS = [
  hostile('stranger', 'a list as a body', () => raw('run', '[]'), 'LINK_INVALID'),
  hostile('stranger', 'null as a body', () => raw('view', 'null'), 'LINK_INVALID'),
  hostile('stranger', 'a number as a body', () => raw('lesson', '7'), 'LINK_INVALID'),
  hostile('stranger', 'a wish to start at once', () => seal('run', run({ autorun: true })), 'LINK_INVALID'),
  hostile('stranger', 'an address to ask', () => seal('view', { run: 'a', view: {}, from: 'https://example.com' }), 'LINK_INVALID'),
  hostile('stranger', 'a whole group as one change', () => seal('run', run({ changes: { rollout: {} } })), 'LINK_INVALID'),
  hostile('stranger', 'a change of the preset', () => seal('run', run({ changes: { preset: 'gomoku' } })), 'LINK_INVALID'),
  hostile('stranger', 'a preset that does not exist', () => seal('run', run({ preset: 'nothing' })), 'PRESET_UNKNOWN'),
  hostile('stranger', 'settings that do not go together', () => seal('run', run({ changes: { 'rollout.groupSize': 1 } })), 'SPEC_INVALID'),
]

/** A run whose source comes with it, and what may be wrong with that. */
const authored = (source: string, more: { readonly [key: string]: Json } = {}): Json => ({
  ...{ preset: 'authored', print: '00000000', changes: { 'environment.id': 'my-task-v1', 'environment.source': textHash(source) }, sources: [source], ...more },
})
const HARMFUL = `globalThis.tokenloomHarmed = 1; fetch("https://example.com"); ${SCRIPT}`

const SOURCES = [
  hostile('source', 'harmful code beside a run', () => seal('run', authored(HARMFUL)), 'text'),
  hostile('source', 'another text than the run names', () => seal('run', authored('', { sources: [HARMFUL] })), 'LINK_INVALID'),
  hostile('source', 'one that the run does not name', () => seal('run', authored('a', { sources: ['a', HARMFUL] })), 'LINK_INVALID'),
  hostile('source', 'none where the run names one', () => seal('run', authored('a', { sources: [] })), 'LINK_INVALID'),
  hostile('source', 'for a built-in environment', () => seal('run', run({ sources: [HARMFUL] })), 'LINK_INVALID'),
  hostile('source', 'that is no text', () => seal('run', authored('a', { sources: [{ toString: HARMFUL }] })), 'LINK_INVALID'),
  hostile('source', 'in no list', () => seal('run', authored('a', { sources: 'a' })), 'LINK_INVALID'),
  hostile('source', 'by an inherited name', () => raw('run', '{"preset":"authored","print":"00000000","sources":{"__proto__":["a"]}}'), 'LINK_INVALID'),
  hostile('source', 'a thousand of them', () => seal('run', authored('a', { sources: Array.from({ length: 1000 }, () => 'a') })), 'LINK_INVALID'),
  hostile('source', 'of more than its bound', () => seal('run', authored('x'.repeat(131_073))), 'LINK_INVALID'),
  hostile('source', 'of 40 MB', () => seal('run', { ...(authored('a') as object), sources: ['x'.repeat(40_000_000)] }), 'LINK_TOO_LARGE'),
  hostile('source', 'that calls itself built in', () => seal('run', authored(HARMFUL, { changes: { 'environment.source': textHash(HARMFUL) } })), 'text'),
  hostile(
    'source',
    'reloads that name what the link does not hold',
    () => seal('run', authored('a', { changes: { 'environment.source': textHash('a'), 'environment.reloads': [{ after: 1, source: textHash('b') }] } })),
    'LINK_INVALID',
  ),
  hostile(
    'source',
    'reloads of nothing',
    () => seal('run', run({ changes: { 'environment.reloads': [{ after: 1, source: textHash('b') }] }, sources: ['b'] })),
    'SPEC_INVALID',
  ),
]

export const HOSTILE_LINKS: readonly HostileLink[] = [
  ...SOURCES,
  ...BOMBS,
  ...NESTING,
  ...PROTOTYPES,
  ...VERSIONS,
  ...DAMAGE,
  ...SCRIPTS,
  ...COUNTS,
  ...STRANGERS,
]
