import { describe, expect, it } from 'vitest'
import { kernelCases } from './cases/kernel-cases.ts'
import { timeKernels } from './timed-kernels.ts'
import { WasmKernels } from './wasm/wasm-kernels.ts'

/** A clock that is a millisecond on at every look. */
const ticking = () => {
  let now = 0
  return () => now++
}

describe('a profile of kernels', () => {
  it('counts and times every operation by phase, and leaves the kernels as they were', async () => {
    const kernels = await WasmKernels.create()
    const before = { ...kernels }
    const stopwatch = timeKernels(kernels, ticking())
    const cases = kernelCases()
    stopwatch.enter('sample')
    const first = cases.find(({ operation }) => operation === 'swiglu')
    await first?.run(kernels)
    stopwatch.enter('optimStep')
    await first?.run(kernels)
    await first?.run(kernels)
    const profile = await stopwatch.stop()
    const rows = profile.rows.filter(({ operation }) => operation === 'swiglu')
    expect(rows.map(({ phase, count, milliseconds }) => [phase, count, milliseconds])).toEqual([
      ['optimStep', 2, 2],
      ['sample', 1, 1],
    ])
    expect(profile.how).toBe('clock')
    expect(profile.requests).toEqual({ sample: 1, optimStep: 1 })
    expect(profile.milliseconds).toBeGreaterThan(3)
    expect({ ...kernels }).toEqual(before)
    for (const name of Object.keys(before)) expect(Reflect.get(kernels, name)).toBe(Reflect.get(before, name))
  })

  it('knows every operation that the cases exercise', async () => {
    const kernels = await WasmKernels.create()
    const stopwatch = timeKernels(kernels, ticking())
    const firsts = new Map(kernelCases().map((entry) => [`${entry.operation} ${entry.direction}`, entry]))
    for (const entry of firsts.values()) await entry.run(kernels)
    const { rows } = await stopwatch.stop()
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.every(({ count, milliseconds }) => count > 0 && milliseconds === count)).toBe(true)
  })
})
