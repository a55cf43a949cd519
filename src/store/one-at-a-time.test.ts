import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('begins a piece of work when the one before it is done, even where that failed', async () => {
  const inTurn = oneAtATime()
  const seen: string[] = []
  const piece = (name: string, fails = false) =>
    inTurn(async () => {
      seen.push(`${name} begins`)
      await new Promise((wake) => setTimeout(wake, 1))
      seen.push(`${name} ends`)
      if (fails) throw new Error('broken')
      return name
    })
  const [first, second, third] = [piece('first'), piece('second', true), piece('third')]
  await expect(second).rejects.toThrow()
  expect([await first, await third]).toEqual(['first', 'third'])
  expect(seen).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends'])
})
