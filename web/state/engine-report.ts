// Everything that there is to say about device and engine, as lines of text to copy into a report. Pure.

import { median } from '../../src/base/median.ts'
import { armOf, type StepPoint } from './run-view.ts'
import type { WorkbenchState } from './workbench.ts'

export type ReportSource = Pick<WorkbenchState, 'device' | 'engine' | 'run' | 'check' | 'held' | 'profile'>

const PHASES = ['rollout', 'environment', 'forwardBackward', 'optimizer', 'total'] as const
const RECENT = 9

export function engineReport({ device, engine, run, check, held, profile }: ReportSource): string {
  const lines: string[] = ['Tokenloom, engine report', '']
  const add = (name: string, value: unknown): void => void lines.push(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  if (device.kind === 'known') {
    const { adapter, features, limits, userAgent, platform, secure, api } = device.facts
    add('browser', userAgent)
    add('platform', platform)
    add('secure page, WebGPU interface', [secure, api])
    add('adapter', adapter)
    add('features', features ?? [])
    add('limits', limits ?? {})
  }
  add('engine', engine.kind)
  if (engine.kind === 'failed') add('error', engine.error)
  const service = engine.kind === 'ready' ? engine.description : run?.service
  if (service !== undefined && service !== null) {
    add(engine.kind === 'ready' ? 'description' : 'description (of the run on view)', service)
  }
  if (engine.kind === 'ready' && engine.memory !== null) add('memory plan', engine.memory)
  if (held !== null) add('memory held', held)
  const steps = run === null ? [] : armOf(run, 'policy').steps.slice(-RECENT)
  if (steps.length > 0) add(`milliseconds of a step, median of ${steps.length}`, phaseTimes(steps))
  if (profile.kind === 'done') {
    const { how, rows, milliseconds, cores } = profile.profile
    add('kernels of a step', `${Math.round(milliseconds)} ms, measured by ${how}, ${cores} cores`)
    for (const row of rows) add(`  ${row.phase} ${row.operation}`, `${row.count} calls, ${Math.round(row.milliseconds * 100) / 100} ms`)
  }
  if (check.kind !== 'idle') {
    const failed = check.rows.filter((row) => !row.passed)
    add('device check', `${check.kind}, ${check.rows.length} checks, ${failed.length} failed`)
    for (const row of failed) add(`  ${row.operation} ${row.size}`, `error ${row.error}, allowed ${row.tolerance}`)
  }
  return `${lines.join('\n')}\n`
}

function phaseTimes(steps: readonly StepPoint[]): Record<string, number> {
  return Object.fromEntries(PHASES.map((phase) => [phase, Math.round(median(steps.map((point) => point.milliseconds[phase])) * 10) / 10]))
}
