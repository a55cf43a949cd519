import { expect, test } from 'vitest'
import { parseCommandLine } from './command.ts'
import { engineChoice, engineOption } from './engine.ts'

const read = (args: readonly string[], offered?: Parameters<typeof engineChoice>[1]) =>
  engineChoice(parseCommandLine(args, { ...engineOption, rounds: { type: 'string' } }, 'usage').values.engine, offered)

test.each(['wgsl', 'cpu', 'auto'] as const)('%s is an engine, in both spellings of an option', (engine) => {
  expect(read(['--engine', engine])).toBe(engine)
  expect(read([`--engine=${engine}`, '--rounds', '3'])).toBe(engine)
})

test('no engine named is no engine chosen: the command has a default of its own', () => {
  expect(read(['--rounds', '3'])).toBeUndefined()
})

test('a name that is no engine is refused, with the names that are', () => {
  expect(() => read(['--engine', 'cuda'])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', nextStep: 'Engines: wgsl, cpu, auto.' }))
  expect(() => read(['--engine'])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }))
})

test('a command of one engine refuses the other and takes its own, or auto', () => {
  expect(() => read(['--engine', 'wgsl'], ['cpu'])).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', nextStep: 'Engines: cpu.' }))
  expect(read(['--engine', 'cpu'], ['cpu'])).toBe('cpu')
  expect(read(['--engine', 'auto'], ['cpu'])).toBe('auto')
})
