import { expect, test } from 'vitest'
import type { Claim } from './claim.ts'
import { dispatchClaim } from './dispatch.ts'

function claims(claim: Claim) {
  const printed: string[] = []
  const files = { './checks/exactness.ts': () => Promise.resolve({ claim }) }
  return { printed, run: (...args: string[]) => dispatchClaim('check', files, args, { say: () => undefined, print: (line) => printed.push(line) }) }
}
const holds: Claim = { summary: 'Holds.', run: async ({ args }) => ({ ok: true, gap: 0, args: [...args] }) }

test('the last line with --json is one JSON object with the name and the figures', async () => {
  const { printed, run } = claims(holds)
  expect(await run('exactness', '--seed', '3', '--json')).toBe(0)
  expect(JSON.parse(printed.at(-1) ?? '')).toEqual({ check: 'exactness', ok: true, gap: 0, args: ['--seed', '3'] })
})

test('a check that does not hold ends with exit code 1', async () => {
  const { run } = claims({ summary: 'Fails.', run: async () => ({ ok: false }) })
  expect(await run('exactness')).toBe(1)
})

test('an unknown name is an argument error that lists the known names', async () => {
  const { run } = claims(holds)
  await expect(run('exactnes')).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', nextStep: 'Known: exactness.' })
})

test('without a name the claims are listed with their summaries', async () => {
  const { printed, run } = claims(holds)
  expect(await run()).toBe(0)
  expect(printed).toEqual(['exactness            Holds.'])
})

test('a check without a verdict is a defect', async () => {
  const { run } = claims({ summary: 'Says nothing.', run: async () => ({ gap: 0 }) })
  await expect(run('exactness')).rejects.toThrow('no "ok"')
})

test('asked for help it says how it is called and what there is; what follows a name is for the claim to answer', async () => {
  const { printed, run } = claims(holds)
  expect(await run('--help')).toBe(0)
  expect(printed[0]).toMatch(/^Usage: npm run check -- NAME/)
  expect(printed.at(-1)).toBe('exactness            Holds.')
  expect(await run('exactness', '-h')).toBe(0)
  expect(printed.at(-1)).toContain('"-h"')
})
