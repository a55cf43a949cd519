// The progress line of a run: how far it is, how fast, how long it will take, and what the last evaluation said of the policy and of
// its controls, which learn step by step beside it. Pure: events and the time in, text out.

import type { Arm, RunEvent } from '../../src/record/events.ts'

const BAR_WIDTH = 24
/** Time left is a guess before this many steps. */
const STEPS_BEFORE_ESTIMATE = 3

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export class Progress {
  private steps = 0
  /** The newest step of the policy; its controls take the same step after it. */
  private done = 0
  private seen = 0
  private firstStepAt = 0
  private lastStepAt = 0
  private reward: number | undefined
  private phase = 'preparing'
  private readonly evaluations = new Map<Arm, number>()

  /** `now` is in milliseconds, from any origin. */
  take(event: RunEvent, now: number): void {
    if (event.kind === 'started') this.steps = event.spec.steps
    if (event.kind === 'phase') this.phase = event.phase
    if (event.kind === 'evaluated') this.evaluations.set(event.evaluation.arm, event.evaluation.sampled)
    if (event.kind !== 'stepped' || event.arm !== 'policy') return
    if (this.seen === 0) this.firstStepAt = now
    this.seen++
    this.done = event.step
    this.lastStepAt = now
    // What a demonstration earns is not the policy's.
    if (event.imitated !== true) this.reward = event.metrics.rewardMean
  }

  /** `policy [=====>    ] 12/60  1.4 step/s  0:34 left  reward 0.62  held-out 0.58  random 0.11  (rollout)` */
  line(): string {
    const share = this.steps === 0 ? 0 : Math.min(1, this.done / this.steps)
    const filled = Math.round(share * BAR_WIDTH)
    const bar = `${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}`
    const parts = [`policy [${bar}] ${this.done}/${this.steps}`]
    if (this.seen >= STEPS_BEFORE_ESTIMATE && this.lastStepAt > this.firstStepAt) {
      const rate = ((this.seen - 1) * 1000) / (this.lastStepAt - this.firstStepAt)
      parts.push(`${rate.toFixed(2)} steps/s`, `${clock((this.steps - this.done) / rate)} left`)
    }
    if (this.reward !== undefined) parts.push(`reward ${this.reward.toFixed(3)}`)
    for (const [arm, value] of this.evaluations) parts.push(`${arm === 'policy' ? 'held-out' : arm} ${value.toFixed(3)}`)
    return `${parts.join('  ')}  (${this.phase})`
  }
}

/** Draws the line: in place on a terminal, every `interval` milliseconds into a file or pipe. */
export function drawProgress(stream: NodeJS.WriteStream, progress: Progress, interval = 10_000): { draw(now: number): void; end(): void } {
  let last = Number.NEGATIVE_INFINITY
  const put = (): void => {
    stream.write(stream.isTTY ? `\r\x1b[2K${progress.line().slice(0, stream.columns - 1)}` : `${progress.line()}\n`)
  }
  return {
    draw(now) {
      if (!stream.isTTY && now - last < interval) return
      last = now
      put()
    },
    end() {
      put()
      if (stream.isTTY) stream.write('\n')
    },
  }
}
