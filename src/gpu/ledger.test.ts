import { expect, test } from 'vitest'
import { createLedger } from './ledger.ts'

test('holds what was added, by label, until it is removed; the peak stays', () => {
  const ledger = createLedger()
  ledger.add('base', 100)
  ledger.add('cache', 40)
  ledger.add('cache', 20)
  ledger.remove('cache', 40)
  expect(ledger.byLabel()).toEqual({ base: 100, cache: 20 })
  expect([ledger.totalBytes, ledger.peakBytes]).toEqual([120, 160])
  ledger.remove('cache', 20)
  expect(ledger.byLabel()).toEqual({ base: 100 })
})
