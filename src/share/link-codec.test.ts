import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOfText } from '../base/hash.ts'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { textHash } from '../base/text-hash.ts'
import { PRESETS } from '../record/presets.ts'
import { withSettings } from '../record/spec-diff.ts'
import { SPEC_FIELDS, type SpecField } from '../record/spec-fields.ts'
import { parseRunSpec, presetSpec } from '../record/spec-schema.ts'
import { LINK_VERSION, type LinkContent, type RunLink } from './link.ts'
import { decodeLink, encodeLink, LONG_LINK, LONGEST_LINK, sealLink } from './link-codec.ts'
import { isLink } from './link-mark.ts'
import { GOLDEN_LINKS } from './testing/golden-links.ts'
import { HOSTILE_LINKS } from './testing/hostile-links.ts'

const TEMPLATES = import.meta.glob<string>(['../sandbox/templates/*.ts', '!../sandbox/templates/*.test.ts'], { query: '?raw', import: 'default', eager: true })

const runLink = (spec: Json, more: Partial<RunLink> = {}): RunLink => ({
  kind: 'run',
  spec: unwrap(parseRunSpec(spec)),
  view: {},
  digest: null,
  sources: [],
  presetChanged: false,
  ...more,
})

describe('golden links', () => {
  test.each(GOLDEN_LINKS)('$name opens as it always did', ({ link, holds }) => {
    const { presetChanged: _, ...content } = { presetChanged: null, ...unwrap(decodeLink(link)) }
    // What is not stated is the preset's, which may change; what is stated may not.
    if (content.kind === 'run') expect(content).toMatchObject({ sources: [], ...(holds as object) })
    else expect(content).toEqual({ ...(content.kind === 'episode' ? { group: 0, episode: 0, split: 'heldOut' } : {}), ...(holds as object) })
  })
})

describe('hostile links', () => {
  test.each(HOSTILE_LINKS)('$kind: $name', ({ link, ends }) => {
    const read = decodeLink(link())
    expect(ends).toContain(read.ok ? 'text' : read.error.code)
    expect(Object.hasOwn(Object.prototype, 'harmed')).toBe(false)
  })

  test('whatever follows the mark is read or refused, never thrown at', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.constantFrom('run', 'view', 'episode', 'environment', 'lesson'), (noise, kind) => {
        decodeLink(noise)
        decodeLink(`#v=1&k=${kind}&d=${noise.replaceAll(/[^\w-]/g, 'x')}`)
      }),
    )
  })

  test('a changed character is refused, or lies in bits that mean nothing', () => {
    const links = GOLDEN_LINKS.map(({ link }) => link)
    fc.assert(
      fc.property(fc.constantFrom(...links), fc.nat(), fc.constantFrom(...'ABCxyz019-_'), (link, place, letter) => {
        const at = 1 + (place % (link.length - 1))
        const changed = decodeLink(link.slice(0, at) + letter + link.slice(at + 1))
        if (changed.ok) expect(changed.value).toEqual(unwrap(decodeLink(link)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('a link that was written', () => {
  test('holds the spec whole, whatever it sets', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PRESETS.map(({ name }) => name)),
        fc.nat(2 ** 32 - 1),
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0.1, max: 2, noNaN: true }),
        fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
        (preset, seed, steps, temperature, digest) => {
          const content = runLink({ preset, seed, steps, rollout: { temperature } }, { digest, view: { tab: 'tokens', step: steps } })
          expect(unwrap(decodeLink(encodeLink(content)))).toEqual(content)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('holds episodes and sources to the letter', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'agent-2'), texts), { maxLength: 40 }), texts, (actions, source) => {
        const contents: LinkContent[] = [
          {
            kind: 'episode',
            environment: 'gomoku-v1',
            config: { size: 7, deep: [{ a: null }] },
            seed: 2 ** 53 - 1,
            group: 9,
            episode: 17,
            split: 'train',
            actions,
          },
          { kind: 'environment', title: [...source].slice(0, 20).join(''), source },
        ]
        for (const content of contents) expect(unwrap(decodeLink(encodeLink(content)))).toEqual(content)
      }),
      { numRuns: 60 },
    )
  })

  test('holds the source of an authored environment, every version of it, and is refused where one is another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 }), fc.nat(), (sources, place) => {
        const [source = '', ...reloads] = sources.map(textHash)
        const environment = { id: 'my-task-v1', source, reloads: reloads.map((hash, i) => ({ after: i + 1, source: hash })) }
        const content = runLink({ preset: 'authored', environment }, { sources })
        expect(unwrap(decodeLink(encodeLink(content)))).toEqual(content)
        expect(unwrap(decodeLink(encodeLink({ ...content, sources: [] })))).toEqual({ ...content, sources: [] })
        const forged = sources.with(place % sources.length, 'another text')
        for (const wrong of [forged, [...sources, 'one more'], sources.slice(1).concat(sources.slice(0, 1), 'x')])
          expect(decodeLink(encodeLink({ ...content, sources: wrong }))).toMatchObject({ ok: false, error: { code: 'LINK_INVALID' } })
      }),
      { numRuns: 60 },
    )
  })

  test('of a run on every template is short enough for an address', () => {
    for (const source of Object.values(TEMPLATES)) {
      const content = runLink({ preset: 'authored', environment: { id: 'my-task-v1', source: textHash(source) } }, { sources: [source] })
      expect(encodeLink(content).length).toBeLessThan(LONGEST_LINK)
    }
  })

  test('holds every setting of every preset that may be changed by itself', () => {
    const othersOf = (field: SpecField): readonly Json[] => {
      if (field.kind === 'integer' || field.kind === 'number') return [field.min, field.max, field.kind === 'integer' ? field.min + 1 : field.min + 0.125]
      if (field.kind === 'choice' || field.kind === 'list') return field.kind === 'list' ? field.choices.map((one) => [one]) : field.choices
      return field.kind === 'names' ? [['solver'], ['a', 'b']] : field.kind === 'hash' ? ['a'.repeat(64)] : []
    }
    let tried = 0
    for (const { name } of PRESETS) {
      const preset = unwrap(presetSpec(name))
      for (const field of SPEC_FIELDS) {
        if (field.path === 'preset' || field.path === 'version') continue
        for (const value of othersOf(field)) {
          const spec = parseRunSpec(withSettings(preset, { [field.path]: value }))
          if (!spec.ok) continue
          const content = runLink(spec.value as unknown as Json)
          expect(unwrap(decodeLink(encodeLink(content))), `${name}: ${field.path}`).toEqual(content)
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(50 * PRESETS.length)
  }, 120_000)

  test('of every preset is short enough for programs that cut', () => {
    for (const { name } of PRESETS) expect(encodeLink(runLink({ preset: name, seed: 12345, steps: 77 })).length).toBeLessThan(LONG_LINK / 10)
  })

  test('tells when its preset means something else today', () => {
    const link = encodeLink(runLink({ preset: 'arithmetic', seed: 5 }))
    expect(decodeLink(link)).toMatchObject({ value: { presetChanged: false } })
    // As a preset that has another value would have left it: the same differences, another fingerprint.
    const old = sealLink(LINK_VERSION, 'run', bytesOfText('{"changes":{"seed":5},"preset":"arithmetic","print":"0badcafe"}'))
    expect(decodeLink(old)).toMatchObject({ value: { presetChanged: true, spec: { seed: 5 } } })
  })
})

test('the addresses of the views are no links', () => {
  for (const address of ['', '#', '#run=r01&step=3', '#tab=tokens&find=d%3D1', '#panel=check']) expect(isLink(address)).toBe(false)
  for (const { link } of GOLDEN_LINKS) expect(isLink(link)).toBe(true)
})

describe('a link to a step of a lesson', () => {
  test('may hide parts of the page for a class, and holds nothing else', () => {
    const content: LinkContent = { kind: 'lesson', lesson: 'stale', step: 3, hide: ['decide', 'results'] }
    expect(unwrap(decodeLink(encodeLink(content)))).toEqual(content)
    const forged = (body: Json): string => sealLink(LINK_VERSION, 'lesson', bytesOfText(JSON.stringify(body)))
    for (const hide of ['decide', ['<b>'], Array.from({ length: 9 }, () => 'decide'), [1]]) {
      const read = decodeLink(forged({ lesson: 'stale', step: 3, hide }))
      expect(read.ok ? 'opened' : read.error.code).toBe('LINK_INVALID')
    }
  })
})
