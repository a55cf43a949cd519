// One phone, whatever the machine: quick ones are slowed down more, and rates that slow down by more than they say are mended.

import { describe, expect, test } from 'vitest'
import { findRate, machineNotes, PHONE_INDEX } from './phone-rate.ts'

/** A machine whose throttling slows down by `excess` more than the rate says. */
const machine = (index: number, excess: number) => async (rate: number) => index / (1 + (rate - 1) * excess)

describe('the rate of the phone', () => {
  for (const index of [500, 1000, 2500, 6000]) {
    test(`makes a machine of ${index} the phone`, async () => {
      const found = await findRate(index, machine(index, 1.2))
      expect(found.index / PHONE_INDEX).toBeGreaterThan(0.95)
      expect(found.index / PHONE_INDEX).toBeLessThan(1.05)
    })
  }

  test('is what the calculator says where a rate does what it says', async () => {
    expect(await findRate(1533, machine(1533, 1))).toEqual({ rate: 4, index: 1533 / 4 })
  })

  test('is never below one', async () => {
    expect(await findRate(200, machine(200, 1))).toEqual({ rate: 1, index: 200 })
  })
})

describe('what is said of the machine', () => {
  test('is nothing where it stayed the same', () => expect(machineNotes(2500, 2300, [1, 0.98])).toEqual([]))
  test('is that its speed changed, up or down', () => {
    expect(machineNotes(2500, 1200, [1, 1])).toHaveLength(1)
    expect(machineNotes(1200, 2500, [1, 1])).toHaveLength(1)
  })
  test('is that it is slower than the phone', () => expect(machineNotes(350, 360, [1, 1])).toHaveLength(1))
  test('is that something else ran on it', () => expect(machineNotes(2500, 2500, [1, 0.43])).toEqual([expect.stringContaining('0.43 of the processor')]))
})
