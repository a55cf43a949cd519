import { describe, expect, it } from 'vitest'
import { unwrap } from '../../src/base/result.ts'
import { columnsToName, type DataSetFacts, dataSettings } from './data-sets.ts'
import { emptyDraft, readDraft } from './draft.ts'

const facts = (change: Partial<DataSetFacts>): DataSetFacts => ({
  ...{ hash: 'a'.repeat(64), name: 'x.jsonl', layout: 'math', columns: null, known: [], rows: 9, problems: 9, pictures: 0, faults: [], faultCount: 0 },
  ...{ counts: { train: 6, validation: 1, heldOut: 2 }, lengths: Array(9).fill(20), longestAnswer: 3, pictureRows: 0 },
  ...change,
})

describe('columns that could not be told', () => {
  it('are offered to be named, after that failure alone', () => {
    const error = { code: 'DATA_SET_INVALID', message: 'No column for problem and answer can be told among q, a.', nextStep: '', at: 'q, a' } as const
    expect(columnsToName(error)).toEqual(['q', 'a'])
    expect(columnsToName({ ...error, message: 'The file has no rows.' })).toEqual([])
  })
})

describe('the settings of a run on problems from a file', () => {
  it('make a sound spec that names the problems', () => {
    for (const change of [{}, { lengths: Array(9).fill(160) }, { lengths: Array(9).fill(9000), longestAnswer: 180 }, { pictures: 9, pictureRows: 16 }]) {
      const { spec, errors } = readDraft({ ...emptyDraft('data-set'), texts: dataSettings(facts(change)) })
      expect(errors).toEqual({})
      expect(spec?.environment).toMatchObject({ id: 'data-set-v1', config: { dataSet: 'a'.repeat(64) } })
    }
  })

  it('choose a base that most problems fit into, and one that sees where there are pictures', () => {
    const base = (change: Partial<DataSetFacts>) => dataSettings(facts(change))['base']
    expect([base({}), base({ lengths: Array(9).fill(160) }), base({ lengths: Array(9).fill(9000) }), base({ pictures: 1 })]).toEqual([
      'arithmetic',
      'dialogues',
      'harvest',
      'geometry',
    ])
  })

  it('leave room for the answer', () => {
    const settings = dataSettings(facts({ longestAnswer: 11, pictures: 9, pictureRows: 16 }))
    const { longest } = unwrap({ ok: true, value: JSON.parse(settings['environment.config'] ?? '') as { longest: number } })
    expect([settings['rollout.maxTokensPerTurn'], longest + 12 + 16 + 1]).toEqual(['12', 128])
  })
})
