import { describe, expect, test } from 'vitest'
import { eventTurn } from '../base/event-turn.ts'
import { type Job, type JobKind, JobQueue, takeBatch } from './queue.ts'

const job = (kind: JobKind, adapter: string | null, request = ''): Job<string> => ({
  kind,
  adapter,
  request,
  cancelled: false,
  resolve: () => undefined,
  reject: () => undefined,
})

/** What is served together, in order, from a queue that holds these. */
function batchesOf(...jobs: Job<string>[]): string[][] {
  const queue: Job[] = [...jobs]
  const batches: string[][] = []
  while (queue.length > 0) batches.push(takeBatch(queue).map(({ kind, adapter, request }) => `${kind} ${adapter}${request}`))
  return batches
}

describe('takeBatch', () => {
  test('adapters share a pass, whatever stands between them', () => {
    expect(batchesOf(job('forwardBackward', 'a'), job('optimStep', 'a'), job('forwardBackward', 'b'), job('optimStep', 'b'))).toEqual([
      ['forwardBackward a', 'forwardBackward b'],
      ['optimStep a', 'optimStep b'],
    ])
  })

  test('an adapter’s own requests keep their order', () => {
    expect(batchesOf(job('forward', 'a'), job('optimStep', 'a'), job('forward', 'a', '2'), job('forward', 'b'))).toEqual([
      ['forward a', 'forward b'],
      ['optimStep a'],
      ['forward a2'],
    ])
  })

  test('a snapshot waits for nobody', () => {
    expect(batchesOf(job('forward', null), job('optimStep', 'a'), job('forward', null, '2'))).toEqual([['forward null', 'forward null2'], ['optimStep a']])
  })

  test('two gradients of one adapter are summed one after the other, in the order of arrival', () => {
    // Sharing a pass would change the order of the sum, and whether they share one depends on timing.
    expect(
      batchesOf(job('forwardBackward', 'a', '1'), job('forwardBackward', 'a', '2'), job('forwardBackward', 'b'), job('forwardBackward', 'a', '3')),
    ).toEqual([['forwardBackward a1', 'forwardBackward b'], ['forwardBackward a2'], ['forwardBackward a3']])
  })

  test('two steps of one adapter are two batches', () => {
    expect(batchesOf(job('optimStep', 'a'), job('optimStep', 'a'), job('optimStep', 'b'))).toEqual([['optimStep a', 'optimStep b'], ['optimStep a']])
  })

  test('snapshots are sampled together, and bookkeeping goes one at a time', () => {
    expect(batchesOf(job('sample', null, '1'), job('manage', null), job('sample', null, '2'), job('manage', null))).toEqual([
      ['sample null1', 'sample null2'],
      ['manage null'],
      ['manage null'],
    ])
  })
})

/** A queue whose batches end when the test says so. */
function heldQueue() {
  const served: { readonly jobs: readonly Job[]; done(value: string): void; fail(error: Error): void }[] = []
  const queue = new JobQueue(
    (jobs) =>
      new Promise((resolve, reject) => {
        served.push({
          jobs,
          done: (value) => {
            for (const each of jobs) each.resolve(value as never)
            resolve()
          },
          fail: reject,
        })
      }),
  )
  return { queue, served }
}

/** Long enough for the queue to have taken what there is. */
async function turn(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await eventTurn()
    await new Promise((wake) => setTimeout(wake, 1))
  }
}
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('JobQueue', () => {
  test('what is asked for in one turn may share a batch', async () => {
    const { queue, served } = heldQueue()
    const both = [queue.submit<string, string>('forward', 'a', ''), queue.submit<string, string>('forward', 'b', '')]
    await turn()
    expect(served.map(({ jobs }) => jobs.length)).toEqual([2])
    served[0]?.done('yes')
    expect(await Promise.all(both.map(({ result }) => result))).toEqual(['yes', 'yes'])
  })

  test('a batch that fails rejects its own jobs and the next is served', async () => {
    const { queue, served } = heldQueue()
    const first = outcome(queue.submit('optimStep', 'a', '').result)
    const second = queue.submit<string, string>('sample', null, '')
    await turn()
    served[0]?.fail(new Error('broken'))
    await turn()
    served[1]?.done('fine')
    expect(await first).toMatchObject({ message: 'broken' })
    expect(await second.result).toBe('fine')
  })

  test('a cancelled request leaves the queue and is told so, once', async () => {
    const { queue, served } = heldQueue()
    const running = queue.submit<string, string>('sample', null, '')
    const waiting = queue.submit('sample', null, '')
    const told = outcome(waiting.result)
    await turn()
    waiting.cancel()
    waiting.cancel()
    expect(await told).toMatchObject({ code: 'CANCELLED' })
    expect(queue.waiting).toBe(0)
    served[0]?.done('kept')
    expect(await running.result).toBe('kept')
    await turn()
    expect(served).toHaveLength(1)
  })

  test('a request cancelled while it is served is marked, and rejected at once', async () => {
    const { queue, served } = heldQueue()
    const running = queue.submit('sample', null, '')
    const told = outcome(running.result)
    await turn()
    running.cancel()
    expect(await told).toMatchObject({ code: 'CANCELLED' })
    expect(served[0]?.jobs[0]?.cancelled).toBe(true)
    served[0]?.done('too late')
  })

  test('a failing device rejects what runs, what waits and what comes', async () => {
    const { queue } = heldQueue()
    const running = outcome(queue.submit('sample', null, '').result)
    const waiting = outcome(queue.submit('sample', null, '').result)
    await turn()
    const reason = new Error('lost')
    queue.fail(reason)
    expect(await running).toBe(reason)
    expect(await waiting).toBe(reason)
    expect(await outcome(queue.submit('forward', 'a', '').result)).toBe(reason)
  })
})
