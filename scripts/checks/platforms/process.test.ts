import { expect, test } from 'vitest'
import { runChild } from './process.ts'
import type { CaseOutcome } from './suite.ts'

const child = (script: string) => ({ program: process.execPath, args: ['-e', script], environment: {} })
const OUTCOME: CaseOutcome = { suite: 'kernels', subject: 'embed', name: '3', passed: true, error: 0 }

test('outcomes come as they happen, the report at the end, other lines are ignored', async () => {
  const heard: CaseOutcome[] = []
  const report = { engine: 'cpu', device: 'd', variants: {}, shaderHash: '', outcomes: [OUTCOME], uncaptured: [] }
  const script = `console.log('Warning: hello'); console.log(${JSON.stringify(JSON.stringify({ outcome: OUTCOME }))}); console.log(${JSON.stringify(JSON.stringify({ report }))})`
  expect(await runChild(child(script), (outcome) => heard.push(outcome))).toEqual({ ok: true, value: report })
  expect(heard).toEqual([OUTCOME])
})

test('a child that dies is a failure with its last words', async () => {
  const died = await runChild(child(`console.error('the driver fell over'); process.exit(7)`), () => undefined)
  expect(died).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(died.ok ? '' : died.error.message).toMatch(/ended with 7 after 0 cases: the driver fell over/)
})

test('a program that does not exist is a failure too', async () => {
  expect(await runChild({ program: '/nowhere/to/be/found', args: [], environment: {} }, () => undefined)).toMatchObject({
    ok: false,
    error: { code: 'INTERNAL' },
  })
})
