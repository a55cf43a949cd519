// Ranges of the engine's memory never overlap, come back as zeros, and are used again; a memory that is full says so.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WasmMemory } from './memory.ts'

test('any order of allocations and releases keeps ranges apart and gives everything back', () => {
  const step = fc.oneof(fc.record({ bytes: fc.integer({ min: 0, max: 5000 }) }), fc.record({ release: fc.nat() }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const memory = new WasmMemory(new WebAssembly.Memory({ initial: 1 }), 100)
      const held: { address: number; bytes: number }[] = []
      for (const one of steps) {
        if ('bytes' in one) {
          const address = memory.allocate(one.bytes)
          const words = Math.floor(one.bytes / 4)
          expect(memory.u32.subarray(address / 4, address / 4 + words).every((word) => word === 0)).toBe(true)
          for (const other of held) expect(address + one.bytes <= other.address || other.address + other.bytes <= address).toBe(true)
          memory.u32.fill(0xffffffff, address / 4, address / 4 + words)
          held.push({ address, bytes: one.bytes })
        } else {
          const [gone] = held.splice(one.release % Math.max(1, held.length), 1)
          if (gone !== undefined) memory.release(gone.address)
        }
      }
      for (const { address } of held) memory.release(address)
      expect(memory.bytesHeld).toBe(0)
    }),
    { numRuns: 50 },
  )
})

test('a freed range is used again', () => {
  const memory = new WasmMemory(new WebAssembly.Memory({ initial: 1 }), 0)
  const first = memory.allocate(1000)
  memory.allocate(1000)
  memory.release(first)
  expect(memory.allocate(900)).toBe(first)
})

test('a memory that cannot grow fails with MEMORY_PLAN', () => {
  const memory = new WasmMemory(new WebAssembly.Memory({ initial: 1, maximum: 2 }), 0)
  expect(() => memory.allocate(10 * 65536)).toThrow(expect.objectContaining({ code: 'MEMORY_PLAN' }))
})
