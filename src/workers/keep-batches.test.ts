import { expect, test } from 'vitest'
import { TokenloomError } from '../base/errors.ts'
import type { RunEvent, RunEventBody } from '../record/events.ts'
import type { RunStore } from '../store/store.ts'
import { batchKeeper } from './keep-batches.ts'

const eventAt = (seq: number): RunEvent => ({ ...({ kind: 'phase', phase: 'rollout', step: seq } satisfies RunEventBody), run: 'a', seq })
const batch = (...seqs: number[]) => ({ events: seqs.map(eventAt), blobs: [{ arm: 'policy' as const, step: seqs[0] ?? 0, bytes: Uint8Array.of(1) }] })
const full = (): Promise<never> => Promise.reject(new TokenloomError({ code: 'STORE_QUOTA', message: 'No room.', nextStep: 'Make some.' }))

/** A store that has room or not, and what it kept. */
function tightStore() {
  const kept = { seqs: [] as number[], tokens: [] as number[], checkpoints: [] as number[] }
  const state = { room: true, tokenRoom: true }
  const store: Pick<RunStore, 'append' | 'putTokens' | 'putCheckpoint'> = {
    append: (events) => (state.room ? Promise.resolve(void kept.seqs.push(...events.map(({ seq }) => seq))) : full()),
    putTokens: (_run, _arm, step) => (state.tokenRoom ? Promise.resolve(void kept.tokens.push(step)) : full()),
    putCheckpoint: async (_run, { seq }) => void kept.checkpoints.push(seq),
  }
  const failures: unknown[] = []
  return { kept, state, failures, keep: batchKeeper(store, (failure) => failures.push(failure)) }
}

test('a log that the store had no room for in between is whole once it has, and the failure is told once', async () => {
  const { kept, state, failures, keep } = tightStore()
  await keep(batch(0, 1))
  state.room = false
  await keep({ ...batch(2, 3), checkpoint: { seq: 3, step: 3, bytes: Uint8Array.of(3) } })
  await keep(batch(4))
  state.room = true
  await keep({ ...batch(5), checkpoint: { seq: 5, step: 5, bytes: Uint8Array.of(5) } })
  expect(kept.seqs).toEqual([0, 1, 2, 3, 4, 5])
  expect(kept.checkpoints).toEqual([5])
  expect(failures).toEqual([{ ok: false, error: expect.objectContaining({ code: 'STORE_QUOTA' }) }])
})

test('tokens without room take no event with them', async () => {
  const { kept, state, keep } = tightStore()
  state.tokenRoom = false
  await keep(batch(0))
  state.tokenRoom = true
  await keep(batch(1))
  expect([kept.seqs, kept.tokens]).toEqual([[0, 1], [1]])
})

test('the log tells of no step whose tokens are not there, also when the page is closed in between', async () => {
  const order: string[] = []
  const keep = batchKeeper(
    {
      append: async (events) => void order.push(`log to ${events.at(-1)?.seq}`),
      putTokens: async (_run, _arm, step) => void order.push(`tokens ${step}`),
      putCheckpoint: async (_run, { seq }) => void order.push(`checkpoint ${seq}`),
    },
    () => {},
  )
  await keep(batch(0))
  await keep({ ...batch(1, 2), checkpoint: { seq: 2, step: 2, bytes: Uint8Array.of(2) } })
  // A store knows a run from its first event on.
  expect(order).toEqual(['log to 0', 'tokens 0', 'tokens 1', 'log to 2', 'checkpoint 2'])
})

test('where too much would have to wait the log ends, without a hole', async () => {
  const { kept, state, keep } = tightStore()
  await keep(batch(0))
  state.room = false
  await keep(batch(...Array.from({ length: 2001 }, (_, index) => index + 1)))
  state.room = true
  await keep(batch(2002))
  expect(kept.seqs).toEqual([0])
})
