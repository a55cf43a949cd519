import { describe, expect, it } from 'vitest'
import higherLower from '../sandbox/templates/higher-lower.ts?raw'
import { CONTRACT_ENTRY, CONTRACT_FILES } from './contract-files.ts'
import { createSourceLanguage } from './source-language.ts'

const language = createSourceLanguage()
/** Where `text` ends in `source`. */
const behind = (source: string, text: string): number => {
  const found = source.indexOf(text)
  expect(found, text).toBeGreaterThanOrEqual(0)
  return found + text.length
}

describe('the language of authored sources', () => {
  it('holds every file that the contract imports', () => {
    const pending = [CONTRACT_ENTRY]
    const seen = new Set<string>()
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const text = CONTRACT_FILES[path]
      expect(text, path).toBeTypeOf('string')
      for (const [, specifier = ''] of (text ?? '').matchAll(/from '(\.[^']+)'/g)) pending.push(new URL(specifier, `file://${path}`).pathname)
    }
    expect([...seen]).toContain('/src/environments/contract.ts')
    expect(Object.keys(CONTRACT_FILES).filter((path) => path.endsWith('.test.ts'))).toEqual([])
  })

  it('finds nothing wrong in a whole environment', () => {
    expect(language.problems(higherLower)).toEqual([])
  })

  it('names the line and the words of what does not fit the contract', () => {
    const source = higherLower.replace('maxTurns: 1,', "maxTurns: 'one',")
    const line = higherLower.split('\n').findIndex((text) => text.includes('maxTurns')) + 1
    const [problem, ...others] = language.problems(source)
    expect(others).toEqual([])
    expect(problem).toMatchObject({ line, message: expect.stringContaining("'string' is not assignable to type 'number'") })
    expect(source.slice(problem?.from, problem?.to)).toBe('maxTurns')
  })

  it('says how a state that is an interface becomes JSON', () => {
    const source = higherLower.replace(/type State = (\{.*\})/, 'interface State $1')
    expect(source).not.toBe(higherLower)
    expect(
      language
        .problems(source)
        .map(({ message }) => message)
        .join('\n'),
    ).toContain('Write an interface as a type')
  })

  it('says of a hook that is missing and of what the sandbox does not have that they are not there', () => {
    expect(language.problems(higherLower.replace(/ {2}observe: .*\n/, ''))).toMatchObject([{ message: expect.stringContaining("'observe'") }])
    for (const name of ['document', 'setTimeout', 'fetch', 'process', 'BigInt'])
      expect(language.problems(`export const a = ${name}`), name).toMatchObject([{ line: 1, message: expect.stringContaining(`'${name}'`) }])
  })

  it('survives a source that is being written', () => {
    for (const source of ['', 'export default {', 'export default { spec: { id: ', "import { ok } from 'tokenloo"])
      expect(() => language.problems(source)).not.toThrow()
  })

  it('completes hooks, settings of the spec and values of the contract', () => {
    const hooks = higherLower.replace("  stopText: '\\n',", '  st')
    const labels = (source: string, at: number) => language.complete(source, at)?.options.map(({ label }) => label) ?? []
    expect(labels(hooks, behind(hooks, '  st'))).toEqual(expect.arrayContaining(['stopText', 'splitOf', 'view']))
    const kinds = higherLower.replace("kind: 'lose'", "kind: ''")
    expect(labels(kinds, behind(kinds, "illegalAction: { kind: '"))).toEqual(['lose', 'retry', 'penalty'])
    const random = higherLower.replace('rng.integer(most + 1), b:', 'rng., b:')
    expect(labels(random, behind(random, 'a: rng.'))).toContain('integer')
    expect(language.complete(hooks, behind(hooks, '  st'))?.from).toBe(behind(hooks, '  st') - 2)
  })

  it('explains a hook in the words of the contract', () => {
    const explanation = language.explain(higherLower, behind(higherLower, '  legalAc'))
    expect(explanation?.signature).toContain('legalActions')
    expect(language.explain(higherLower, behind(higherLower, '  demonst'))).toMatchObject({ documentation: expect.stringContaining('What a master would do') })
    const hooks = higherLower.replace("  stopText: '\\n',", '  st')
    expect(language.describe(hooks, behind(hooks, '  st'), 'stopText')).toMatchObject({ documentation: expect.stringContaining('sampling stops there') })
  })
})
