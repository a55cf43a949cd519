import { expect, test } from 'vitest'
import { HelpAsked, parseCommandLine } from './command.ts'

const read = (...args: string[]) => parseCommandLine(args, { seed: { type: 'string' } }, 'npm run thing -- FILE [--seed N]', 'Does a thing.\n')

function asked(...args: string[]): unknown {
  try {
    return read(...args).positionals
  } catch (thrown) {
    return thrown
  }
}

test.each(['--help', '-h'])('%s is answered with usage and help, whatever else stands there', (help) => {
  for (const others of [[], ['file.ts'], ['--sede', '1'], ['a', 'b', '--seed']]) {
    const answer = asked(...others, help)
    expect(answer).toBeInstanceOf(HelpAsked)
    expect(answer).toMatchObject({ text: 'Usage: npm run thing -- FILE [--seed N]\n\nDoes a thing.' })
  }
})

test('behind -- it is a name like any other', () => {
  expect(asked('--', '--help')).toEqual(['--help'])
})

test('what is wrong is still an argument error with the usage', () => {
  expect(() => read('--sede')).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID', nextStep: 'Usage: npm run thing -- FILE [--seed N]' }))
})
