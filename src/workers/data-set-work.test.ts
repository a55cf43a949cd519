import { describe, expect, it } from 'vitest'
import { bytesOfText } from '../base/hash.ts'
import { fail, unwrap } from '../base/result.ts'
import { createJudge } from '../datasets/mathematics.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { openBytes, openFiles } from './data-set-work.ts'
import { environmentOf } from './environment-of.ts'
import { replayEpisode } from './replay-episode.ts'

const judge = await createJudge()
const decode = async () => fail('no pictures here')
const text = Array.from({ length: 30 }, (_, place) => JSON.stringify({ problem: `${place}+1=`, solution: `\\boxed{${place + 1}}` })).join('\n')
const opened = await openFiles([{ path: 'sums.jsonl', bytes: bytesOfText(`${text}\n{}`) }], { judge, decode })

describe('a file of problems in its worker', () => {
  it('is told by its facts, and kept as bytes that open again', async () => {
    const { facts, bytes } = opened
    expect(facts).toMatchObject({ name: 'sums.jsonl', layout: 'math', problems: 30, rows: 31, pictures: 0, pictureRows: 0, longestAnswer: 2, faultCount: 1 })
    expect(facts.counts).toEqual({ train: 21, validation: 3, heldOut: 6 })
    const again = (await openBytes(bytes)).facts
    expect(again).toMatchObject({ hash: facts.hash, problems: 30, counts: facts.counts, lengths: facts.lengths })
  })

  it('gives samples of one part, the same for the same seed', () => {
    const held = opened.sample('heldOut', 10, 3)
    expect([held.length, new Set(held.map(({ part }) => part))]).toEqual([6, new Set(['heldOut'])])
    expect(opened.sample(null, 8, 3)).toEqual(opened.sample(null, 8, 3))
    expect(opened.sample(null, 8, 3)).not.toEqual(opened.sample(null, 8, 4))
    expect(opened.sample(null, 99, 1)).toHaveLength(30)
  })

  it('makes an environment for whoever brings its bytes, and no other', async () => {
    const spec = unwrap(parseRunSpec({ preset: 'data-set', environment: { id: 'data-set-v1', config: { dataSet: opened.facts.hash } } }))
    const environment = await environmentOf(spec.environment, opened.bytes)
    expect(environment.spec.title).toBe('sums.jsonl')
    expect(replayEpisode({ spec, step: 1, episode: 0, turns: [] }, environment)).toMatchObject({ title: 'sums.jsonl', departs: null })
    await expect(environmentOf(spec.environment)).rejects.toMatchObject({ code: 'DATA_SET_MISSING' })
    await expect(environmentOf(spec.environment, bytesOfText('{}'))).rejects.toMatchObject({ code: 'DATA_SET_INVALID' })
    expect((await environmentOf({ id: 'arithmetic-v1' }, opened.bytes)).spec.id).toBe('arithmetic-v1')
  })
})
