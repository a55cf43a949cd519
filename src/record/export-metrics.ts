// The metrics of a run as a table for other programs: a row for every step of every arm, with the held-out evaluation after that step
// beside it. CSV for spreadsheets, JSON lines for everything else. Names are those of the event log. Pure.

import type { Arm, Evaluation, RunEvent, StepDurations, StepMetrics } from './events.ts'

/** One step of one arm; parts that it does not have are absent. Step 0 is the base. */
export interface MetricsRow {
  readonly run: string
  readonly arm: Arm
  readonly step: number
  readonly version?: number
  readonly metrics?: StepMetrics
  readonly milliseconds?: StepDurations
  readonly heldOut?: Pick<Evaluation, 'sampled' | 'sampledError' | 'greedy' | 'problems'>
}

export function metricsRows(events: readonly RunEvent[]): readonly MetricsRow[] {
  const rows = new Map<string, MetricsRow>()
  const add = (arm: Arm, step: number, run: string, more: Partial<MetricsRow>): void => {
    const key = `${arm} ${step}`
    rows.set(key, { run, arm, step, ...rows.get(key), ...more })
  }
  for (const event of events) {
    if (event.kind === 'stepped') {
      add(event.arm, event.step, event.run, { version: event.version, metrics: event.metrics, milliseconds: event.milliseconds })
    } else if (event.kind === 'evaluated') {
      const { arm, step, sampled, sampledError, greedy, problems } = event.evaluation
      add(arm, step, event.run, { heldOut: { sampled, sampledError, greedy, problems } })
    }
  }
  // By arm in the order in which they appear, then by step.
  const order = [...new Set([...rows.values()].map(({ arm }) => arm))]
  return [...rows.values()].sort((a, b) => order.indexOf(a.arm) - order.indexOf(b.arm) || a.step - b.step)
}

export const metricsJsonl = (events: readonly RunEvent[]): string =>
  metricsRows(events)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')

/** Columns by their dotted names, in the order in which they first appear; a cell without a value is empty. */
export function metricsCsv(events: readonly RunEvent[]): string {
  const rows = metricsRows(events).map(flat)
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))].map((cells) => `${cells.map(cell).join(',')}\n`).join('')
}

function flat(row: MetricsRow): Map<string, string | number> {
  const cells = new Map<string, string | number>()
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'object') for (const [inner, one] of Object.entries(value)) cells.set(`${name}.${inner}`, one as number)
    else cells.set(name, value)
  }
  return cells
}

/** Quoted where a comma, a quote or a line end would break the row (RFC 4180). */
const cell = (value: string | number): string => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value))
