import { describe, expect, it } from 'vitest'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { checkEnvironment } from '../environments/suite/check-environment.ts'
import { estimateLearnability } from '../environments/suite/learnability.ts'
import { openAuthoredEnvironment } from './authored-environment.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import { loadQuickJs } from './quickjs.ts'
import higherLower from './templates/higher-lower.ts?raw'

const open = (source: string, limits = DEFAULT_LIMITS) => openAuthoredEnvironment(source, { limits })
const opened = async (source: string, limits = DEFAULT_LIMITS) => unwrap(await open(source, limits)).definition
/** The sample with some of its text changed. */
const changed = (from: string, to: string): string => {
  expect(higherLower).toContain(from)
  return higherLower.replace(from, to)
}
const rng = () => createRng([1, 2])

describe('an authored environment', () => {
  it('keeps the contract like a built-in one', async () => {
    const report = checkEnvironment(await opened(higherLower))
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
  })

  it('is not blamed for the clock that a new interpreter reads after a limit was met', async () => {
    const { checks } = checkEnvironment(await opened(changed('legalActions: () => (', 'legalActions: () => { for (;;) {} }, unused: () => (')))
    const messages = checks.filter(({ verdict }) => verdict !== 'valid').map(({ message }) => message)
    expect(messages.join()).toContain('legalActions() did not end')
    expect(messages.join()).not.toContain('Date.now')
  })

  it('draws the same numbers from the same key, and others from another', async () => {
    const definition = await opened(higherLower)
    const start = (key: number) => definition.init({ most: 99 }, 'train', createRng([key, 0]))
    expect(start(5)).toEqual(start(5))
    expect(new Set([1, 2, 3, 4, 5].map((key) => JSON.stringify(start(key)))).size).toBe(5)
  })

  it('names the line of what threw, where the author sees it', async () => {
    const definition = await opened(changed("const right = actions['agent']", "const right = missing['agent']"))
    const state = definition.init({ most: 9 }, 'train', rng())
    const line = higherLower.split('\n').findIndex((text) => text.includes('const right')) + 1
    expect(() => definition.step(state, { agent: '<' }, rng())).toThrow(expect.objectContaining({ code: 'SANDBOX_THREW', at: `${line}` }))
  })

  it('refuses a source that cannot be read, with its line', async () => {
    const answer = await open(changed('maxTurns: 1,', 'maxTurns: ;'))
    expect(answer).toMatchObject({ ok: false, error: { code: 'SANDBOX_SOURCE' } })
    const line = higherLower.split('\n').findIndex((text) => text.includes('maxTurns')) + 1
    if (!answer.ok) expect(answer.error.message).toContain(`line ${line}`)
  })

  it('lends authored code none of the modules around it, although they are loaded already', async () => {
    for (const name of ['./plain-data.ts', './turns.ts', './harden.ts', 'main.ts', '../../base/random.ts', 'environment.ts']) {
      const opened = await openAuthoredEnvironment(`import * as inner from '${name}'\nif (inner === null) throw inner\n${higherLower}`)
      expect(opened.ok ? 'lent' : opened.error.code, name).not.toBe('lent')
    }
  })

  it('refuses imports, missing hooks and a spec that does not fit', async () => {
    expect(await open(`import 'node:fs'\n${higherLower}`)).toMatchObject({ ok: false, error: { code: 'SANDBOX_SOURCE' } })
    expect(await open(changed('  observe: ({ a, b }) => ({ a, b }),', ''))).toMatchObject({ ok: false, error: { code: 'SANDBOX_DATA', at: 'observe' } })
    expect(await open(changed('maxTurns: 1', 'maxTurns: 0'))).toMatchObject({ ok: false, error: { code: 'SANDBOX_DATA', at: 'spec.maxTurns' } })
    const none = { code: 'SANDBOX_DATA', message: 'The source has no default export that is an object.', nextStep: expect.stringContaining('export default') }
    for (const source of ['', 'export const spec = 1', 'export default 3']) expect(await open(source)).toMatchObject({ ok: false, error: none })
  })

  it('refuses an import from elsewhere by its line, also one that nothing uses', async () => {
    for (const used of ['', '\nfs.readFileSync(`x`)']) {
      const opened = await open(`import fs from 'node:fs'${used}\n${higherLower}`)
      expect(opened).toMatchObject({ ok: false, error: { code: 'SANDBOX_SOURCE', at: '1', message: expect.stringContaining('"node:fs"') } })
    }
  })

  it('stops what does not end and goes on with a new interpreter', async () => {
    const limits = { ...DEFAULT_LIMITS, ticks: 20 }
    const definition = await opened(changed('prompt: ({ a, b }) =>', 'prompt: ({ a, b }) => { while (a > 0) {} return `x` }, unused: ({ a, b }) =>'), limits)
    expect(() => definition.prompt({ a: 1, b: 1 }, 'agent')).toThrow(expect.objectContaining({ code: 'SANDBOX_LIMIT' }))
    expect(definition.prompt({ a: 0, b: 1 }, 'agent')).toBe('x')
  })

  it('says what does not end also to whoever asks after the contract suite, and can be closed twice', async () => {
    const source = changed("const right = actions['agent']", "while (true) {}\n    const right = actions['agent']")
    const environment = unwrap(await open(source, { ...DEFAULT_LIMITS, ticks: 5 }))
    expect(checkEnvironment(environment.definition, { plays: 2 }).valid).toBe(false)
    expect(() => estimateLearnability(environment.definition, { most: 9 })).toThrow(expect.objectContaining({ code: 'SANDBOX_LIMIT' }))
    environment.dispose()
    environment.dispose()
  })

  it('stops what fills the memory and goes on with a new interpreter', async () => {
    const definition = await opened(
      changed('prompt: ({ a, b }) =>', 'prompt: ({ a, b }) => { const all = []; while (a > 0) all.push([a]); return `x` }, unused: ({ a, b }) =>'),
    )
    expect(() => definition.prompt({ a: 1, b: 1 }, 'agent')).toThrow(expect.objectContaining({ code: 'SANDBOX_LIMIT' }))
    expect(definition.prompt({ a: 0, b: 1 }, 'agent')).toBe('x')
  })

  it('refuses answers that are no plain data, by their path', async () => {
    for (const [returned, part] of [
      ['Number.NaN', 'step().rewards.agent'],
      ['1 / 0', 'step().rewards.agent'],
      ['undefined', 'step().rewards.agent'],
      ['() => 1', 'step().rewards.agent'],
      ['new Map()', 'step().rewards.agent'],
      ['Promise.resolve(1)', 'step().rewards.agent'],
      ['new Proxy(class {}, {})', 'step().rewards.agent'],
      ["'one'", 'step().rewards.agent'],
    ] as const) {
      const definition = await opened(changed('rewards: { agent: right ? 1 : 0 }', `rewards: { agent: ${returned} }`))
      const state = definition.init({ most: 9 }, 'train', rng())
      expect(() => definition.step(state, { agent: '<' }, rng()), returned).toThrow(
        expect.objectContaining({ code: 'SANDBOX_DATA', message: expect.stringContaining(part) }),
      )
    }
  })

  it('has no clock, no chance, no globals of the host, and frozen built-ins', async () => {
    for (const [code, message] of [
      ['Math.random()', 'Math.random is not available'],
      ['Date.now()', 'Date is not available'],
      ['new Date()', 'Date is not available'],
      ['fetch(`x`)', 'fetch'],
      ['setTimeout(() => 1, 0)', 'setTimeout'],
      ['process.exit()', 'process'],
      ['postMessage(1)', 'postMessage'],
      ['(Array.prototype as any).map = 1', 'read-only'],
      ['(Object.prototype as any).extra = 1', 'extensible'],
    ] as const) {
      const definition = await opened(changed('prompt: ({ a, b }) =>', `prompt: ({ a, b }) => String(${code}), unused: ({ a, b }) =>`))
      expect(() => definition.prompt({ a: 1, b: 1 }, 'agent'), code).toThrow(
        expect.objectContaining({ code: 'SANDBOX_THREW', message: expect.stringContaining(message) }),
      )
    }
  })

  it('has the methods of lists as they are, whatever they are given', async () => {
    const told = `JSON.stringify([
      [3, 1, 2].map((x, i, all) => x * 10 + i + all.length), [1, 2, 3].slice(1), [1, 2, 3].slice(-2, undefined), [1, 2, 1].lastIndexOf(1), [1, 2, 1].lastIndexOf(1, 1),
      [1, 2, 3].reduce((a, b) => a + b), [].reduceRight((a, b) => a + b, 'x'), [1, 2, 3, 4].splice(1), [1, 2, 3, 4].splice(1, undefined), [1, 2, 3, 4].splice(1, 2, 9, 8, 7),
      [3, 10, 2].sort(), [3, 10, 2].sort((a, b) => a - b), [1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(Infinity), [1, , 3].flat(), [1, 2].flatMap((x) => [x, [x]]),
      [1].concat(2, [3, [4]], ['5']), ['a', 'b'].join(), ['a', 'b'].join('-'), new Array(3).fill(1, 1, 2), [1, 2, 3].includes(3, -1), [1, 2, 3, 4, 5].copyWithin(0, 3),
      [5, 1].unshift(1, 2, 3, 4), [...[7, 8].entries()], [1, 2, 3].find((x) => x > 1), [1, 2, 3].every(function (x) { return x < this.most }, { most: 4 }), \`\${[1, [2, 3]]}\`,
    ])`
    const definition = await opened(changed('prompt: ({ a, b }) =>', `prompt: () => ${told}, unused: ({ a, b }: any) =>`))
    expect(definition.prompt({ a: 1, b: 1 }, 'agent')).toBe(new Function(`return ${told}`)())
  })

  it('shares one module among many sources', async () => {
    const module = await loadQuickJs()
    const quickJs = async () => module
    for (let i = 0; i < 20; i++) unwrap(await openAuthoredEnvironment(higherLower, { quickJs })).dispose()
    expect(unwrap(await openAuthoredEnvironment(higherLower, { quickJs })).definition.spec.id).toBe('higher-lower-v1')
  })
})
