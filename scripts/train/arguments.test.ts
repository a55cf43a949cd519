import { expect, test } from 'vitest'
import { readTrainArguments } from './arguments.ts'

const read = (...args: string[]) => readTrainArguments(args, () => '{"preset":"arithmetic","steps":5}')
const refused = (...args: string[]) => {
  try {
    read(...args)
    return 'accepted'
  } catch (thrown) {
    return Reflect.get(Object(thrown), 'code')
  }
}

test('a name is a preset, and every option arrives', () => {
  const args = ['arithmetic', '--seed', '2', '--steps', '40', '--controls', 'shuffled,frozen,shuffled', '--engine', 'wgsl', '--out', '/tmp/run', '--json']
  expect(read(...args)).toEqual({ preset: 'arithmetic', seed: 2, steps: 40, controls: ['shuffled', 'frozen'], engine: 'wgsl', out: '/tmp/run', json: true })
})

test('absent options stay absent, so that the spec decides', () => {
  expect(read('arithmetic')).toEqual({ preset: 'arithmetic', json: false })
})

test('a path is a spec file', () => {
  expect(read('./my-run.json')).toEqual({ spec: { preset: 'arithmetic', steps: 5 }, json: false })
})

test('a path of rows is a file of problems', () => {
  for (const path of ['/tmp/sums.jsonl', '/tmp/GEO.PARQUET', '/tmp/x.ndjson'])
    expect(read(path, '--seed', '3')).toEqual({ problems: path, seed: 3, json: false })
})

test.each([
  ['nothing to train', []],
  ['two presets', ['arithmetic', 'arithmetic-sft']],
  ['an unknown option', ['arithmetic', '--sede', '1']],
  ['a seed that is no whole number', ['arithmetic', '--seed', '1.5']],
  ['a negative seed', ['arithmetic', '--seed=-1']],
  ['no steps', ['arithmetic', '--steps', '0']],
  ['an unknown control', ['arithmetic', '--controls', 'shufled']],
  ['an unknown engine', ['arithmetic', '--engine', 'cuda']],
  ['an option without its value', ['arithmetic', '--seed']],
])('%s is an argument error', (_, args) => {
  expect(refused(...args)).toBe('ARGUMENT_INVALID')
})

test('a spec file may begin with a byte order mark', () => {
  expect(readTrainArguments(['run.json'], () => '\uFEFF{"preset":"arithmetic"}')).toEqual({ spec: { preset: 'arithmetic' }, json: false })
})

test('a spec file that is not JSON, or not there, is told apart', () => {
  expect(() => readTrainArguments(['run.json'], () => '{')).toThrow(expect.objectContaining({ code: 'SPEC_INVALID' }))
  const missing = () => {
    throw new Error('ENOENT')
  }
  expect(() => readTrainArguments(['run.json'], missing)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }))
})
