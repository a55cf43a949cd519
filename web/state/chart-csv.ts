// The numbers of a chart as CSV: a column of steps, a column per line, and two more for a line over several seeds. Pure.

import type { ChartData, Line } from './series.ts'

export function chartCsv({ steps, lines }: ChartData): string {
  const columns = lines.flatMap(columnsOf)
  const head = ['step', ...columns.map(({ title }) => `"${title.replaceAll('"', '""')}"`)].join(',')
  return [head, ...steps.map((step, index) => [step, ...columns.map(({ values }) => values[index] ?? '')].join(','))].join('\n')
}

function columnsOf({ label, values, band }: Line): readonly { readonly title: string; readonly values: Line['values'] }[] {
  const line = { title: label, values }
  return band === undefined ? [line] : [line, { title: `${label}: least`, values: band.low }, { title: `${label}: greatest`, values: band.high }]
}
