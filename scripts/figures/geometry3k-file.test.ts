// A file that was written here, read by the very code that reads a user's: layout, pictures, answers; and a base that sees learns
// from it.

import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PICTURE_MARK } from '../../src/base/picture-mark.ts'
import { fail, ok, unwrap } from '../../src/base/result.ts'
import { hashOfDataSet } from '../../src/datasets/data-set.ts'
import { createDataSetEnvironment } from '../../src/datasets/environment.ts'
import { type LoadOptions, loadDataSet } from '../../src/datasets/load-data-set.ts'
import { createJudge } from '../../src/datasets/mathematics.ts'
import { TINY_STYLE } from '../../src/environments/geometry/figure-style.ts'
import { bytesOfPicture, pictureOf } from '../../src/environments/picture.ts'
import { withSettings } from '../../src/record/spec-diff.ts'
import { parseRunSpec, presetSpec } from '../../src/record/spec-schema.ts'
import { runTraining } from '../../src/training/run-training.ts'
import { openGround } from '../adapters/ground.ts'
import { readBase } from '../adapters/where.ts'
import { figureRows } from './figure-rows.ts'
import { encodeGeometry3k } from './geometry3k-file.ts'
import { encodeGreyPng } from './png.ts'

const judge = await createJudge()
const TRIANGLES = { kind: 'triangle', level: 2, style: TINY_STYLE } as const

/** Our own files alone: grey, without filters, one chunk of data behind the header. */
const decode: LoadOptions['decode'] = async (bytes) => {
  const view = new DataView(bytes.buffer)
  if (bytes.length < 45 || view.getUint32(0) !== 0x89504e47) return fail('The picture cannot be decoded.')
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const lines = inflateSync(bytes.subarray(41, 41 + view.getUint32(33)))
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => lines[Math.floor(i / width) * (width + 1) + 1 + (i % width)] ?? 0)
  return ok(pictureOf(width, height, 1, pixels))
}

const load = async (rows: Parameters<typeof encodeGeometry3k>[0]) =>
  unwrap(await loadDataSet([{ path: 'figures.parquet', bytes: encodeGeometry3k(rows) }], { judge, decode }))

describe('a file in the layout of Geometry3K', () => {
  it('gives back pictures pixel by pixel, questions and answers', async () => {
    const rows = figureRows(40, 3, TRIANGLES)
    const { dataSet, faults } = await load(rows)
    expect([dataSet.layout, faults, dataSet.problems.length]).toEqual(['geometry3k', [], 40])
    for (const [index, { text, answer, pictures }] of dataSet.problems.entries()) {
      expect([text, answer]).toEqual([`${PICTURE_MARK}\nangle:`, rows[index]?.answer])
      const [picture] = pictures
      const pixels = picture === undefined ? null : bytesOfPicture(picture)
      expect(pixels?.ok === true && encodeGreyPng(32, 32, pixels.value)).toEqual(rows[index]?.images[0])
    }
  })

  it('may hold no picture in a row, or several', async () => {
    const [first, second] = figureRows(2, 5, TRIANGLES)
    if (first === undefined || second === undefined) expect.fail('two rows were asked for')
    const rows = [first, { ...first, images: [] }, { ...second, images: [...first.images, ...second.images], problem: 'Both: <image> and <image>' }]
    const { dataSet, faults } = await load(rows)
    expect(faults).toEqual([{ row: 2, column: 'images', message: 'It holds no picture.' }])
    expect(dataSet.problems.map(({ row, pictures }) => [row, pictures.length])).toEqual([
      [1, 1],
      [3, 2],
    ])
  })

  it('trains the base that sees: after a few steps it answers held-out rows better than before', async () => {
    const { dataSet } = await load(figureRows(120, 1, TRIANGLES))
    const hash = await hashOfDataSet(dataSet)
    const ground = await openGround('cpu', readBase('geometry'))
    const settings = { base: 'geometry', steps: 12, 'environment.config': { dataSet: hash }, 'rollout.groups': 8, 'rollout.maxTokensPerTurn': 4 }
    const measured = { 'evaluation.problems': 96, 'evaluation.every': 12 }
    const spec = unwrap(parseRunSpec(withSettings(unwrap(presetSpec('data-set')), { ...settings, ...measured })))
    const outcome = await runTraining({
      ...{ spec, service: ground.open().service, tokenizer: ground.model.tokenizer, environment: createDataSetEnvironment(dataSet, hash, judge) },
      clock: () => 0,
      emit: () => undefined,
    })
    ground.close()
    if (outcome.kind !== 'finished') expect.fail(JSON.stringify(outcome))
    // One engine, one seed: the same figures everywhere.
    expect(outcome.summary.baseSampled).toBeLessThan(0.55)
    expect(outcome.summary.final).toBeGreaterThan(outcome.summary.baseSampled + 0.15)
  }, 240_000)
})
