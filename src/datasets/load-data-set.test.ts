import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOfText } from '../base/hash.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { fail, ok, unwrap } from '../base/result.ts'
import { pictureOf } from '../environments/picture.ts'
import { type LoadOptions, loadDataSet } from './load-data-set.ts'
import { createJudge } from './mathematics.ts'
import type { NamedBytes } from './rows.ts'

const judge = await createJudge()
/** Knows a PNG by its beginning and its end, as a decoder would. */
const decode: LoadOptions['decode'] = async (bytes) =>
  bytes[1] === 0x50 && new TextDecoder('latin1').decode(bytes).includes('IEND')
    ? ok(pictureOf(8, 8, 1, new Uint8Array(64).fill(bytes.length % 256)))
    : fail('The picture cannot be decoded.')
const file = (path: string, text: string): NamedBytes => ({ path, bytes: bytesOfText(text) })
const load = (files: readonly NamedBytes[], options: Partial<LoadOptions> = {}) => loadDataSet(files, { judge, decode, ...options })
const lines = (...rows: unknown[]): string => rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n')
const PNG = btoa('\x89PNG\r\n\x1a\n IEND')

describe('a file of problems', () => {
  it('in the layout of Geometry3K loads from Parquet; broken rows are named and the rest is there', async () => {
    const bytes = Uint8Array.from(readFileSync('e2e/data/geometry3k.parquet'))
    const { dataSet, columns, faults, rows } = unwrap(await load([{ path: 'geometry3k.parquet', bytes }]))
    expect({ rows, columns, layout: dataSet.layout }).toEqual({
      rows: 16,
      columns: { problem: 'problem', answer: 'answer', pictures: 'images' },
      layout: 'geometry3k',
    })
    expect(dataSet.problems).toHaveLength(13)
    expect(dataSet.problems[0]).toMatchObject({ row: 1, text: `${PICTURE_MARK}Find x.`, answer: '$80^\\circ$' })
    expect(faults).toEqual([
      { row: 14, column: 'images', message: 'The picture cannot be decoded.' },
      { row: 15, column: 'answer', message: 'The answer cannot be read as mathematics.' },
      { row: 16, column: 'images', message: 'It holds no picture.' },
    ])
  })

  it('in the layout of MATH gives the last box of every solution', async () => {
    const text = lines(
      { problem: 'What is $2+3$?', level: 'Level 1', type: 'Algebra', solution: 'First $\\boxed{4}$, no: $\\boxed{5}$.' },
      { problem: 'Half?', solution: 'So $\\boxed{\\frac{1}{2}}$.' },
      { problem: 'No box.', solution: 'It is 7.' },
      { solution: '$\\boxed{1}$' },
      'not json',
      { problem: 'Open.', solution: '\\boxed{\\frac{1}{2' },
      { problem: 7, solution: '\\boxed{7}' },
    )
    const { dataSet, faults } = unwrap(await load([file('train.jsonl', text)]))
    expect(dataSet).toMatchObject({ name: 'train.jsonl', layout: 'math' })
    expect(dataSet.problems.map(({ row, answer }) => [row, answer])).toEqual([
      [1, '5'],
      [2, '\\frac{1}{2}'],
      [7, '7'],
    ])
    expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '3 solution: The answer has no \\boxed{…} whose braces close.',
      '4 problem: The row has no column problem.',
      '5 : The line is not JSON.',
      '6 solution: The answer has no \\boxed{…} whose braces close.',
    ])
  })

  it('in the layout of GSM8K gives what stands behind the hashes', async () => {
    const text = lines(
      { question: 'How many?', answer: 'Two and two.\n#### 4' },
      { question: 'More?', answer: 'x\n#### 1,250' },
      { question: 'None?', answer: 'nothing' },
    )
    const { dataSet, faults } = unwrap(await load([file('gsm.jsonl', text)]))
    expect([dataSet.layout, dataSet.problems.map(({ answer }) => answer), faults]).toEqual([
      'gsm8k',
      ['4', '1,250'],
      [{ row: 3, column: 'answer', message: 'The answer has no #### before its final answer.' }],
    ])
  })

  it('may be a JSON list, name its columns otherwise, and hold pictures in several ways', async () => {
    const rows = [
      { q: 'A', a: '1', pic: `data:image/png;base64,${PNG}` },
      { q: 'B <image> and <image>', a: '2', pic: [{ bytes: PNG }, 'figures/b.png'] },
      { q: 'C', a: '3', pic: 'https://example.org/c.png' },
      { q: 'D', a: '4', pic: 'figures/missing.png' },
    ]
    const files = [file('set/rows.json', JSON.stringify(rows)), { path: 'set/figures/b.png', bytes: Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0)) }]
    const refused = await load(files)
    expect(!refused.ok && [refused.error.code, refused.error.message]).toEqual([
      'DATA_SET_INVALID',
      'No column for problem and answer can be told among q, a, pic.',
    ])
    const { dataSet, faults } = unwrap(await load(files, { columns: { problem: 'q', answer: 'a', pictures: 'pic' } }))
    expect(dataSet.problems.map(({ text, pictures }) => [text, pictures.length])).toEqual([
      [`${PICTURE_MARK}A`, 1],
      [`B ${PICTURE_MARK} and ${PICTURE_MARK}`, 2],
    ])
    expect(faults.map(({ row, column, message }) => [row, column, message.slice(0, 35)])).toEqual([
      [3, 'pic', 'It names an address on the network,'],
      [4, 'pic', 'There is no file figures/missing.pn'],
    ])
  })

  it('may be a folder with a folder a problem', async () => {
    const one = (number: number, data: unknown): NamedBytes[] => [
      file(`geo/${number}/data.json`, JSON.stringify(data)),
      { path: `geo/${number}/img_diagram.png`, bytes: Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0)) },
    ]
    const files = [
      ...one(10, { problem_text: 'Find x', choices: ['3', '5', '7', '9'], answer: 'B' }),
      ...one(2, { problem_text: 'Find y', choices: ['1'], answer: 'A' }),
    ]
    const { dataSet } = unwrap(await load(files))
    expect([dataSet.name, dataSet.layout, dataSet.problems.map(({ text, answer }) => [text, answer])]).toEqual([
      'geo',
      'geometry3k',
      [
        [`${PICTURE_MARK}Find y`, '1'],
        [`${PICTURE_MARK}Find x`, '5'],
      ],
    ])
  })

  it('that holds nothing is refused with what to do', async () => {
    for (const files of [[], [file('a.txt', 'x')], [file('a.jsonl', '')], [file('a.json', '[1')], [file('a.json', '{}')], [file('a.jsonl', '{"x":1}')]]) {
      const refused = await load(files)
      expect(!refused.ok && refused.error.code).toBe('DATA_SET_INVALID')
    }
    const two = await load([file('a.jsonl', '{"problem":"x","answer":"1"}'), file('b.jsonl', '{}')])
    expect(!two.ok && two.error.message).toBe('Both a.jsonl and b.jsonl hold rows.')
  })

  it('never throws, whatever its bytes', async () => {
    const start = fc.constantFrom('', '[', '{"problem":', 'PAR1', '{"problem":"a","answer":')
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), fc.constantFrom('a.jsonl', 'a.json', 'a.parquet'), async (head, tail, path) => {
        const bytes = new Uint8Array([...bytesOfText(head), ...tail])
        const loaded = await load([{ path, bytes }])
        expect(loaded.ok || loaded.error.code === 'DATA_SET_INVALID').toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('never throws on a damaged Parquet file', async () => {
    const whole = Uint8Array.from(readFileSync('e2e/data/geometry3k.parquet'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
        fc.nat({ max: whole.length }),
        async (changes, cut) => {
          const bytes = whole.slice(0, cut < 100 ? whole.length : cut)
          for (const [place, byte] of changes) bytes[place] = byte
          const loaded = await load([{ path: 'x.parquet', bytes }])
          expect(loaded.ok || loaded.error.code === 'DATA_SET_INVALID').toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('may begin with a byte order mark, end its lines as Windows does, and have two bytes a sign', async () => {
    const text = lines({ Problem: 'Größe?', ANSWER: '3' }, { Problem: 'B', ANSWER: 4 }).replaceAll('\n', '\r\n')
    const wide = Uint8Array.from([...`\uFEFF${text}`].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]))
    for (const one of [file('a.jsonl', `\uFEFF${text}`), { path: 'a.jsonl', bytes: wide }]) {
      const { dataSet, faults } = unwrap(await load([one]))
      expect([dataSet.problems.map(({ text: problem, answer }) => [problem, answer]), faults]).toEqual([
        [
          ['Größe?', '3'],
          ['B', '4'],
        ],
        [],
      ])
    }
  })

  it('with lines that are no text loses those alone', async () => {
    const bytes = new Uint8Array([
      ...bytesOfText('{"problem":"a","answer":"1"}\n{"problem":"'),
      0xc3,
      0x28,
      ...bytesOfText('","answer":"2"}\n{"problem":"c","answer":"3"}'),
    ])
    const { dataSet, faults } = unwrap(await load([{ path: 'a.jsonl', bytes }]))
    expect(dataSet.problems.map(({ text }) => text)).toEqual(['a', 'c'])
    expect(faults).toEqual([{ row: 2, column: '', message: 'The line is not text in UTF-8.' }])
  })

  it('may hold its list within an object', async () => {
    const { dataSet } = unwrap(await load([file('a.json', JSON.stringify({ version: 1, data: [{ question: '1+1', answer: 2 }] }, null, 2))]))
    expect(dataSet.problems).toHaveLength(1)
    const two = await load([file('a.json', JSON.stringify({ train: [{ question: 'x', answer: 1 }], test: [{ question: 'y', answer: 1 }] }, null, 2))])
    expect(!two.ok && two.error.code).toBe('DATA_SET_INVALID')
  })

  it('may repeat a problem, but not with another answer', async () => {
    const text = lines({ problem: 'a', answer: '0.5' }, { problem: 'a', answer: '1/2' }, { problem: 'a', answer: '7' }, { problem: 'b', answer: '7' })
    const { dataSet, faults } = unwrap(await load([file('a.jsonl', text)]))
    expect(dataSet.problems.map(({ row }) => row)).toEqual([1, 2, 4])
    expect(faults).toEqual([{ row: 3, column: 'answer', message: 'Row 1 has the same problem and another answer.' }])
  })

  it('has no pictures where its column of pictures is empty throughout', async () => {
    const { dataSet, columns, faults } = unwrap(
      await load([file('a.jsonl', lines({ problem: 'a', answer: '1', image: null }, { problem: 'b', answer: null, image: null }))]),
    )
    expect([columns.pictures, dataSet.layout, dataSet.problems.length]).toEqual(['', 'plain', 1])
    expect(faults).toEqual([{ row: 2, column: 'answer', message: 'It is empty.' }])
  })

  it('names pictures by paths of any system, and never takes one of two', async () => {
    const picture = (path: string): NamedBytes => ({ path, bytes: Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0)) })
    const rows = lines(
      { problem: 'a', answer: '1', image: 'figures\\a.png' },
      { problem: 'b', answer: '1', image: './figures/a.png' },
      { problem: 'c', answer: '1', image: 'twice.png' },
    )
    const { dataSet, faults } = unwrap(
      await load([file('set/rows.jsonl', rows), picture('set/figures/a.png'), picture('set/train/twice.png'), picture('set/test/twice.png')]),
    )
    expect(dataSet.problems.map(({ row }) => row)).toEqual([1, 2])
    expect(faults).toEqual([{ row: 3, column: 'image', message: 'Both set/train/twice.png and set/test/twice.png could be meant.' }])
  })

  it('with a picture of a thousand megapixels loses that row, and the decoder never sees it', async () => {
    const bomb = new Uint8Array(64)
    bomb.set(
      bytesOfText('PNG\r\n').map((byte) => byte),
      1,
    )
    bomb.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x7d, 0, 0, 0, 0x7d, 0])
    const seen: number[] = []
    const { dataSet, faults } = unwrap(
      await load([file('a.jsonl', lines({ problem: 'a', answer: '1', image: { bytes: [...bomb] } }, { problem: 'b', answer: '1', image: { bytes: PNG } }))], {
        decode: (bytes) => {
          seen.push(bytes.length)
          return decode(bytes)
        },
      }),
    )
    expect([dataSet.problems.map(({ row }) => row), seen.length]).toEqual([[2], 1])
    expect(faults).toEqual([{ row: 1, column: 'image', message: 'The picture has 32000 by 32000 pixels; 64 million are decoded at most.' }])
  })

  it('in folders says which folder is at fault, by its number', async () => {
    const files = [
      file('geo/3/data.json', JSON.stringify({ problem_text: 'x', choices: ['1', '2'], answer: 'C' })),
      file('geo/7/data.json', '{'),
      file('geo/9/data.json', JSON.stringify({ problem_text: 'y', choices: ['1', '2'], answer: 'A' })),
      { path: 'geo/9/img_diagram.png', bytes: Uint8Array.from(atob(PNG), (sign) => sign.charCodeAt(0)) },
      file('geo/11/data.json', JSON.stringify({ problem_text: 'z', choices: ['1'], answer: 'A' })),
    ]
    const { dataSet, faults } = unwrap(await load(files))
    expect(dataSet.problems.map(({ row }) => row)).toEqual([9])
    expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '3 answer: It names choice C, and there are 2.',
      '7 : geo/7/data.json is not JSON with a problem.',
      '11 images: It holds no picture.',
    ])
    const one = unwrap(await load(files.slice(2, 4)))
    expect(one.dataSet.problems).toHaveLength(1)
  })

  it('from Parquet may be compressed and encoded in any usual way', async () => {
    const wrote = async (name: string) => unwrap(await load([{ path: name, bytes: Uint8Array.from(readFileSync(`src/datasets/testing/${name}`)) }]))
    for (const name of ['lz4', 'zstd-v2', 'groups']) {
      const { dataSet, faults } = await wrote(`${name}.parquet`)
      expect([name, faults, dataSet.layout, dataSet.problems.length]).toEqual([name, [], 'geometry3k', 12])
      expect(dataSet.problems[1]).toMatchObject({ row: 2, text: `${PICTURE_MARK}Find x in figure 1.`, answer: '3' })
    }
    for (const name of ['delta', 'split', 'category']) {
      const { dataSet, faults } = await wrote(`${name}.parquet`)
      expect([name, faults, dataSet.problems.map(({ answer }) => Number(answer))]).toEqual([name, [], Array.from({ length: 12 }, (_, place) => 3 * place)])
    }
    const { dataSet, faults } = await wrote('odd-cells.parquet')
    expect(dataSet.problems.map(({ row }) => row)).toEqual([1, 2, 8, 9, 10, 11, 12])
    expect(faults.map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual([
      '3 problem: It is empty.',
      '4 problem: Its bytes are not text in UTF-8.',
      '5 answer: It is empty.',
      '6 answer: It is neither text nor a number.',
      '7 answer: It is neither text nor a number.',
    ])
  })

  it('from Parquet with a damaged group of rows loses that group alone', async () => {
    const bytes = Uint8Array.from(readFileSync('src/datasets/testing/groups.parquet'))
    // The four bytes before a text are its length; this is the first of the second group.
    const place = new TextDecoder('latin1').decode(bytes).indexOf('Find x in figure 4.')
    bytes.fill(0xff, place - 4, place)
    const { dataSet, faults } = unwrap(await load([{ path: 'x.parquet', bytes }]))
    expect(dataSet.problems.map(({ row }) => row)).toEqual([1, 2, 3, 4, 9, 10, 11, 12])
    expect(faults[0]?.message).toMatch(/^Rows 5 to 8 cannot be read: /)
    expect(faults.slice(1).map(({ row, column, message }) => `${row} ${column}: ${message}`)).toEqual(
      [5, 6, 7, 8].map((row) => `${row} problem: It cannot be read.`),
    )
  })
})
