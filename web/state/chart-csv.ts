// The numbers of a chart as CSV: a column of steps, a column per line. Pure.

import type { ChartData } from './series.ts'

export function chartCsv({ steps, lines }: ChartData): string {
  const head = ['step', ...lines.map((line) => `"${line.label.replaceAll('"', '""')}"`)].join(',')
  return [head, ...steps.map((step, index) => [step, ...lines.map((line) => line.values[index] ?? '')].join(','))].join('\n')
}
