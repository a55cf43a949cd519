// A profile by operation and phase: while somebody measures, every operation of one Kernels object is replaced by one that
// also notes its time; afterwards the object is as it was, so that nothing is paid when nobody measures. On the processor a
// call's own time counts; on a GPU the device's (gpu/timer.ts).

import type { Kernels, Tensor } from './kernels.ts'

type OperationName = {
  [Name in keyof Kernels]-?: Kernels[Name] extends (call: infer Call) => void ? (Call extends Tensor ? never : Call extends object ? Name : never) : never
}[keyof Kernels]

/** Every operation of the seam; the compiler asks for those that are added. */
const OPERATIONS: Readonly<Record<OperationName, true>> = {
  matmul: true,
  adapterDown: true,
  project: true,
  adapterDownBackward: true,
  projectBackward: true,
  adapterGradient: true,
  embed: true,
  embedBackward: true,
  gatherRows: true,
  scatterRows: true,
  rmsNorm: true,
  rmsNormBackward: true,
  rmsNormGainGradient: true,
  rope: true,
  ropeBackward: true,
  attention: true,
  attentionBackward: true,
  swiglu: true,
  swigluBackward: true,
  maskLogits: true,
  advanceMask: true,
  headStats: true,
  headFinish: true,
  headGradient: true,
  sampleCandidates: true,
  sampleFinish: true,
  sampleThreshold: true,
  gradientNorm: true,
  adamw: true,
}

export interface OperationTime {
  readonly operation: string
  /** What the engine was doing: the kind of request it served. */
  readonly phase: string
  readonly count: number
  readonly milliseconds: number
}

export interface KernelProfile {
  /** By the clock around a call, by the device's timestamps, or by submissions of their own. */
  readonly how: 'clock' | 'timestamps' | 'submissions'
  /** The greatest share first. */
  readonly rows: readonly OperationTime[]
  /** From start to stop. */
  readonly milliseconds: number
  /** Requests that were served meanwhile, by phase. */
  readonly requests: Readonly<Record<string, number>>
}

export interface KernelStopwatch {
  /** What is called from now on belongs to this phase. */
  enter(phase: string): void
  /** The profile; the kernels are as they were. */
  stop(): Promise<KernelProfile>
}

/** `clock`: milliseconds. One stopwatch at a time on one object. */
export function timeKernels(kernels: Kernels, clock: () => number): KernelStopwatch {
  const names = Object.keys(OPERATIONS) as OperationName[]
  // The only writing to a Kernels object anywhere: its operations are swapped for ones of the same type, and swapped back.
  const slots = kernels as unknown as Record<string, (call: object) => void>
  const originals = new Map(names.map((name) => [name, slots[name]]))
  const timer = kernels.startTimer?.(clock)
  const counts = new Map<string, number>()
  const times = new Map<string, number>()
  const requests: Record<string, number> = {}
  const started = clock()
  let phase = ''

  for (const [name, original] of originals) {
    if (original === undefined) continue
    slots[name] = (call) => {
      const key = `${phase}/${name}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
      const before = clock()
      original.call(kernels, call)
      if (timer === undefined) times.set(key, (times.get(key) ?? 0) + clock() - before)
      else timer.mark(key)
    }
  }
  return {
    enter(next) {
      phase = next
      requests[next] = (requests[next] ?? 0) + 1
    },
    async stop() {
      for (const [name, original] of originals) if (original !== undefined) slots[name] = original
      const milliseconds = clock() - started
      const measured = timer === undefined ? times : await timer.stop()
      const rows = [...counts].map(([key, count]): OperationTime => {
        const slash = key.indexOf('/')
        return { phase: key.slice(0, slash), operation: key.slice(slash + 1), count, milliseconds: measured.get(key) ?? 0 }
      })
      return { how: timer?.how ?? 'clock', rows: rows.sort((a, b) => b.milliseconds - a.milliseconds), milliseconds, requests }
    },
  }
}
