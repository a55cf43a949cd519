// How long what was recorded takes on the device, by labels. With timestamp queries every pass is measured by the device
// itself; without them every label is a submission of its own, and the time between two that are done counts. Either way it
// costs something, so it is there only while somebody measures. Knows passes and submissions, not what they compute.

export interface GpuTimer {
  readonly how: 'timestamps' | 'submissions'
  /** What was recorded since the last mark belongs to this label. */
  mark(label: string): void
  /** Milliseconds by label, of everything marked so far; the timer is over then. */
  stop(): Promise<ReadonlyMap<string, number>>
}

/** What a timer needs of the queue that it measures. */
export interface TimedQueue {
  readonly device: GPUDevice
  /** Ends the open pass, so that what follows is measured apart. */
  endPass(): void
  flush(): void
}

/** Hooks that the queue calls while a timestamp timer is in place. */
export interface PassHooks {
  passWrites(): GPUComputePassTimestampWrites | undefined
  beforeSubmit(encoder: GPUCommandEncoder): void
  afterSubmit(): void
}

const QUERIES = 4096
/** Passes that one operation may still open before the queries are read. */
const RESERVE = 64
const QUERY_RESOLVE = 0x200
const COPY_SRC = 0x4
const COPY_DST = 0x8
const MAP_READ = 0x1

interface Pass {
  label: string | null
  readonly begin: number
}

export function timestampTimer(queue: TimedQueue, hook: (hooks: PassHooks | undefined) => void): GpuTimer {
  const { device } = queue
  const querySet = device.createQuerySet({ label: 'timer', type: 'timestamp', count: QUERIES })
  const resolved = device.createBuffer({ label: 'timer', size: QUERIES * 8, usage: QUERY_RESOLVE | COPY_SRC })
  const totals = new Map<string, number>()
  const reading: Promise<void>[] = []
  let passes: Pass[] = []
  let read: (() => Promise<void>) | undefined

  hook({
    passWrites() {
      if (2 * passes.length + 2 > QUERIES) return undefined
      const begin = 2 * passes.length
      passes.push({ label: null, begin })
      return { querySet, beginningOfPassWriteIndex: begin, endOfPassWriteIndex: begin + 1 }
    },
    beforeSubmit(encoder) {
      if (passes.length === 0) return
      const mine = passes
      passes = []
      const bytes = mine.length * 16
      const copy = device.createBuffer({ label: 'timer readback', size: bytes, usage: MAP_READ | COPY_DST })
      encoder.resolveQuerySet(querySet, 0, 2 * mine.length, resolved, 0)
      encoder.copyBufferToBuffer(resolved, 0, copy, 0, bytes)
      read = async () => {
        await copy.mapAsync(MAP_READ)
        const times = new BigUint64Array(copy.getMappedRange().slice(0))
        copy.destroy()
        for (const { label, begin } of mine) {
          const nanoseconds = (times[begin + 1] ?? 0n) - (times[begin] ?? 0n)
          // A clock of the device may jump back between power states.
          if (label !== null && nanoseconds > 0n) totals.set(label, (totals.get(label) ?? 0) + Number(nanoseconds) / 1e6)
        }
      }
      unlabelled.push(...mine)
    },
    afterSubmit() {
      if (read !== undefined) reading.push(read())
      read = undefined
    },
  })
  // Passes of an operation that was cut into several submissions get its label when it is marked.
  const unlabelled: Pass[] = []
  return {
    how: 'timestamps',
    mark(label) {
      queue.endPass()
      for (const pass of [...unlabelled.splice(0), ...passes]) pass.label ??= label
      if (2 * passes.length > QUERIES - RESERVE) queue.flush()
    },
    async stop() {
      queue.flush()
      hook(undefined)
      await Promise.all(reading)
      querySet.destroy()
      resolved.destroy()
      return totals
    },
  }
}

/** `clock`: milliseconds. Rough: what the host takes between two submissions counts where the device waited for it. */
export function submissionTimer(queue: TimedQueue, clock: () => number): GpuTimer {
  const totals = new Map<string, number>()
  const waiting: Promise<void>[] = []
  let lastDone = clock()
  return {
    how: 'submissions',
    mark(label) {
      const submitted = clock()
      queue.flush()
      const done = queue.device.queue.onSubmittedWorkDone().then(() => {
        const now = clock()
        totals.set(label, (totals.get(label) ?? 0) + now - Math.max(submitted, lastDone))
        lastDone = now
      })
      waiting.push(done)
    },
    async stop() {
      queue.flush()
      await Promise.all(waiting)
      return totals
    },
  }
}
