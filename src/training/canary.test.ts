import { describe, expect, test } from 'vitest'
import type { Datum, ForwardRequest, ForwardResult, Future, SnapshotInfo } from '../service/index.ts'
import { hearSnapshot, type Refresh, refuseWrongVersion } from './canary.ts'

const snapshot = (version: number, hash = `h${version}`): SnapshotInfo => ({ id: `a@${version}`, adapter: 'a', version, hash })
const datum: Datum = { id: 'd', tokens: Uint32Array.of(1, 2, 3), lossMask: Uint8Array.of(0, 1, 1), coefficients: Float32Array.of(0, 1, 1) }
const refresh = (change: Partial<Refresh> = {}): Refresh => ({ before: snapshot(0), after: snapshot(2), steps: 2, data: [datum], ...change })

/** A service that gives these logprobs to snapshots and to the base. */
function speaking(policy: readonly number[], base: readonly number[], stamp: Partial<ForwardResult['stamp']> = {}) {
  const asked: string[] = []
  return {
    asked,
    forward({ of, data }: ForwardRequest): Future<ForwardResult> {
      const id = 'snapshot' in of ? of.snapshot : of.adapter
      asked.push(id)
      const logprobs = data.map(() => Float32Array.from(id === 'base' ? base : policy))
      const full = { snapshotHash: 'h2', version: 2, inputHash: '', ...stamp }
      return { result: Promise.resolve({ logprobs, entropies: logprobs, stamp: full, milliseconds: 0 }), cancel: () => {} }
    },
  }
}

describe('the canary', () => {
  test('is content with a snapshot that differs from the base in one token', async () => {
    expect(await hearSnapshot(speaking([0, -1, -2], [0, -1, -2.0001]), refresh())).toBe(true)
  })

  test('refuses a snapshot that moved and still speaks as the base', async () => {
    await expect(hearSnapshot(speaking([0, -1, -2], [0, -1, -2]), refresh())).rejects.toMatchObject({ code: 'ADAPTER_CANARY' })
  })

  test('refuses an answer under another version, or of other weights', async () => {
    await expect(hearSnapshot(speaking([0, -1, -2], [0, -3, -2], { version: 1 }), refresh())).rejects.toMatchObject({ code: 'ADAPTER_CANARY' })
    await expect(hearSnapshot(speaking([0, -1, -2], [0, -3, -2], { snapshotHash: 'base' }), refresh())).rejects.toMatchObject({ code: 'ADAPTER_CANARY' })
  })

  test('waits while no weight has moved, and while there is nothing to look at', async () => {
    const service = speaking([0, 0, 0], [0, 0, 0])
    expect(await hearSnapshot(service, refresh({ after: snapshot(2, 'h0') }))).toBe(false)
    expect(await hearSnapshot(service, refresh({ data: [{ ...datum, lossMask: new Uint8Array(3) }] }))).toBe(false)
    expect(service.asked).toEqual([])
  })

  test('refuses a version that its steps did not make', () => {
    expect(() => refuseWrongVersion(refresh())).not.toThrow()
    expect(() => refuseWrongVersion(refresh({ steps: 1 }))).toThrow(expect.objectContaining({ code: 'ADAPTER_CANARY' }))
    expect(() => refuseWrongVersion(refresh({ after: snapshot(0) }))).toThrow(expect.objectContaining({ code: 'ADAPTER_CANARY' }))
  })
})
