import { describe, expect, it } from 'vitest'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { pictureOf } from '../environments/picture.ts'
import { createPlay } from '../environments/play.ts'
import { checkEnvironment } from '../environments/suite/check-environment.ts'
import { type DataProblem, decodeDataSet, encodeDataSet, hashOfDataSet } from './data-set.ts'
import { createDataSetEnvironment, type DataSetState } from './environment.ts'
import { createJudge } from './mathematics.ts'
import { countParts, partsOf } from './parts.ts'

const judge = await createJudge()
const picture = pictureOf(8, 8, 1, new Uint8Array(64).fill(7))
const problems: readonly DataProblem[] = Array.from({ length: 40 }, (_, place) =>
  place % 2 === 0
    ? { row: place + 1, text: `${place}+1=`, answer: String(place + 1), pictures: [] }
    : { row: place + 1, text: `${PICTURE_MARK}half of ${place}:`, answer: `\\frac{${place}}{2}`, pictures: [picture] },
)
const dataSet = { name: 'mine.jsonl', layout: 'plain', problems } as const
const hash = await hashOfDataSet(dataSet)
const definition = createDataSetEnvironment(dataSet, hash, judge)
const config = unwrap(definition.parseConfig({ dataSet: hash }))

describe('an environment of problems that somebody brought', () => {
  it('keeps the contract', () => {
    const report = checkEnvironment(definition, {
      plays: 30,
      config,
      sampler: (state, _agent, rng) => (rng.integer(2) === 0 ? (problems[(state as DataSetState).place]?.answer ?? '') : String(rng.integer(99))),
    })
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
  })

  it('shows the problem with its picture and pays for an equal answer', () => {
    for (let item = 0; item < 30; item++) {
      const play = createPlay(definition, { config, split: 'train', start: createRng([1, 1], item), chance: createRng([1, 2], item) })
      const { place } = play.state() as DataSetState
      const { text, pictures, answer } = problems[place] ?? expect.fail('no such problem')
      expect(play.shown('solver')).toEqual({ text: pictures.length === 0 ? `\n${text}` : text, pictures })
      const half = answer.startsWith('\\') ? `${place / 2}\n` : `${answer}\n`
      expect(play.submit({ solver: half })).toMatchObject({ rewards: { solver: 1 }, metrics: { right: 1 } })
    }
  })

  it('is refused without its problems, and with too few', () => {
    const codeOf = (parsed: ReturnType<typeof definition.parseConfig>) => (parsed.ok ? null : parsed.error.code)
    expect([
      codeOf(definition.parseConfig('x')),
      codeOf(definition.parseConfig({ dataSet: 'f'.repeat(64) })),
      codeOf(definition.parseConfig({ dataSet: hash, longest: 2 })),
    ]).toEqual(['DATA_SET_MISSING', 'DATA_SET_MISSING', 'SPEC_INVALID'])
    expect(codeOf(definition.parseConfig({ dataSet: hash, other: 1 }))).toBe('SPEC_INVALID')
    const few = createDataSetEnvironment({ ...dataSet, problems: problems.slice(0, 2) }, hash, judge)
    expect(codeOf(few.parseConfig({ dataSet: hash }))).toBe('DATA_SET_INVALID')
  })
})

describe('the parts of a file', () => {
  it('do not depend on its order, and keep equal problems together', () => {
    const parts = partsOf(problems)
    const turned = partsOf([...problems].reverse())
    expect([...turned].reverse()).toEqual(parts)
    expect(countParts(parts)).toEqual({ train: 28, validation: 4, heldOut: 8 })
    const twice = partsOf([...problems, ...problems])
    expect(twice.slice(40)).toEqual(twice.slice(0, 40))
  })

  it('are all there from three problems on', () => {
    expect(countParts(partsOf(problems.slice(0, 3)))).toEqual({ train: 1, validation: 1, heldOut: 1 })
    expect(countParts(partsOf(problems.slice(0, 2)))).toEqual({ train: 2, validation: 0, heldOut: 0 })
  })
})

describe('a stored data set', () => {
  it('is read back as it was written, and its hash is that of its problems', async () => {
    const read = unwrap(decodeDataSet(encodeDataSet(dataSet)))
    expect(read).toEqual(dataSet)
    expect(await hashOfDataSet(read)).toBe(hash)
    expect(await hashOfDataSet({ problems: problems.slice(1) })).not.toBe(hash)
  })

  it('that was damaged is refused', () => {
    const bytes = encodeDataSet(dataSet)
    for (const damaged of [
      bytes.slice(0, 50),
      new Uint8Array(4),
      new TextEncoder().encode('{}'),
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"row":3', '"row":"3"')),
    ]) {
      const read = decodeDataSet(damaged)
      expect(!read.ok && read.error.code).toBe('DATA_SET_INVALID')
    }
  })
})
