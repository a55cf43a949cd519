// Runs one after the other: what is asked for while a run is under way starts when that has finished. A run that was
// stopped or failed holds the queue, because whoever stopped one may want to stop all.

import { unwrap } from '../../src/base/result.ts'
import type { ControlName, RunSpec } from '../../src/record/spec.ts'
import { parseRunSpec, toJson } from '../../src/record/spec-schema.ts'
import { furtherSeeds, type WaitingRun } from '../state/run-queue.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { familyOf } from '../state/siblings.ts'
import { workbench } from '../state/workbench.ts'
import { launchRun } from './run-commands.ts'

/** Seeds in all that a press on "three seeds" asks for. */
export const SEEDS_ASKED = 3

let tickets = 0

/** Starts the next run whenever the last one under way has finished. */
export function watchQueue(): void {
  workbench.subscribe((now, before) => {
    const gone = Object.values(before.underWay).filter(({ id }) => now.underWay[id] === undefined)
    if (gone.length === 0 || Object.keys(now.underWay).length > 0 || now.queue.waiting.length === 0) return
    if (gone.every(({ status }) => status === 'finished')) setTimeout(() => void startNext())
    else workbench.setState({ queue: { ...now.queue, held: true } })
  })
}

/** Controls that the run on view has not. The same run once more: its policy learns the same again, which proves that they belong together. */
export function askForControls(controls: readonly ControlName[]): void {
  const { run } = workbench.getState()
  if (run?.spec != null) enqueue([{ ...run.spec, controls }], 'controls')
}

/** The run on view under as many further seeds as make three in all. */
export function askForSeeds(): void {
  const { run, saved, queue } = workbench.getState()
  if (run?.spec == null) return
  const { spec } = run
  const family = familyOf(spec)
  const known = [...saved.filter(({ status }) => status === 'finished').map((one) => one.spec), ...queue.waiting.map((one) => one.spec)]
  const taken = known.filter((one) => familyOf(one) === family).map(({ seed }) => seed)
  const others = new Set(taken.filter((seed) => seed !== spec.seed)).size
  enqueue(furtherSeeds(spec, taken, Math.max(1, SEEDS_ASKED - 1 - others)), 'seeds')
}

export function takeOut(ticket: number): void {
  const { queue } = workbench.getState()
  workbench.setState({ queue: { ...queue, waiting: queue.waiting.filter((one) => one.ticket !== ticket) } })
}

/** Starts the run that has waited longest; nothing happens while one is under way. */
export async function startNext(): Promise<void> {
  const { queue, underWay, pending, engineChoice } = workbench.getState()
  const [next, ...rest] = queue.waiting
  if (next === undefined || pending !== null || runsAtWork(underWay).length > 0) return
  workbench.setState({ queue: { waiting: rest, held: false } })
  await launchRun(next.spec, engineChoice).catch(() => {
    // It stands beside the button; what waits behind it is held.
    workbench.setState({ queue: { waiting: [next, ...rest], held: true } })
  })
}

function enqueue(specs: readonly RunSpec[], why: WaitingRun['why']): void {
  const { queue, underWay } = workbench.getState()
  // A run that was recorded before a setting existed gets it now.
  const read = specs.map((spec) => parseRunSpec(toJson(spec)))
  const broken = read.find((one) => !one.ok)
  if (broken?.ok === false) {
    workbench.setState({ commandError: broken.error.toData() })
    return
  }
  const whole = read.map(unwrap)
  workbench.setState({ queue: { ...queue, waiting: [...queue.waiting, ...whole.map((spec) => ({ ticket: ++tickets, spec, why }))] } })
  if (runsAtWork(underWay).length === 0) void startNext()
}
