// A chart as vectors: the same lines as on the page, with their scale, their names and the page's colours, for papers and slides. Text
// stays text. Pure but for the colours, which are handed in.

import type { ChartData, Line, LineStyle } from '../../../state/series.ts'

export interface SvgColours {
  readonly paper: string
  readonly ink: string
  readonly faint: string
  readonly rule: string
  stroke(style: LineStyle): { readonly color: string; readonly width: number; readonly dash: readonly number[] }
}

const [WIDTH, PLOT, LEFT, RIGHT, TOP, ENTRY] = [640, 260, 56, 24, 48, 20]

export function chartSvg(name: string, { steps, until, lines, marks = [] }: ChartData, colours: SvgColours): string {
  const shown = lines.flatMap(({ values, errors, band }) => [
    ...values.flatMap((value, i) => (value === null ? [] : [value - (errors?.[i] ?? 0), value + (errors?.[i] ?? 0)])),
    ...(band === undefined ? [] : [...band.low, ...band.high].filter((value) => value !== null)),
  ])
  const [low, high] = shown.length === 0 ? [0, 1] : [Math.min(...shown), Math.max(...shown)]
  const ticks = roundTicks(low, high === low ? low + 1 : high)
  const [bottom, top] = [Math.min(low, ticks[0] ?? low), Math.max(high, ticks.at(-1) ?? high)]
  const last = Math.max(until, ...steps, 1)
  const x = (step: number): number => LEFT + (step / last) * (WIDTH - LEFT - RIGHT)
  const y = (value: number): number => TOP + PLOT - ((value - bottom) / (top - bottom || 1)) * PLOT
  const named = lines.filter(({ style }) => style !== 'raw')
  const height = TOP + PLOT + 34 + ENTRY * named.length + 12
  const text = (at: readonly [number, number], words: string, more = ''): string => `<text x="${fix(at[0])}" y="${fix(at[1])}" ${more}>${escaped(words)}</text>`
  const axis = [
    ...ticks.flatMap((tick) => [
      `<path d="M${LEFT} ${fix(y(tick))}H${WIDTH - RIGHT}" stroke="${colours.rule}"/>`,
      text([LEFT - 8, y(tick) + 4], String(tick), `text-anchor="end" fill="${colours.faint}"`),
    ]),
    ...roundTicks(0, last)
      .filter((tick) => tick <= last)
      .map((tick) => text([x(tick), TOP + PLOT + 18], String(tick), `text-anchor="middle" fill="${colours.faint}"`)),
  ]
  const drawn = lines.flatMap((line) => {
    const { color, width, dash } = colours.stroke(line.style)
    const path = pathOf(line, steps, x, y)
    const pattern = dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`
    return path === ''
      ? []
      : [`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"${pattern}${line.style === 'raw' ? ' opacity="0.35"' : ''}/>`]
  })
  const legend = named.flatMap(({ label, style }, place) => {
    const { color, width, dash } = colours.stroke(style)
    const at = TOP + PLOT + 40 + ENTRY * place
    return [`<path d="M${LEFT} ${at}h26" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash.join(' ')}"/>`, text([LEFT + 34, at + 4], label)]
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12" fill="${colours.ink}">`,
    `<title>${escaped(name)}</title><rect width="100%" height="100%" fill="${colours.paper}"/>`,
    text([LEFT, 26], name.charAt(0).toUpperCase() + name.slice(1), 'font-size="14" font-weight="600"'),
    ...axis,
    ...marks.flatMap(({ step, label }) => [
      `<path d="M${fix(x(step))} ${TOP}v${PLOT}" stroke="${colours.ink}" stroke-dasharray="3 3"/>`,
      text([x(step) + 4, TOP + 10], label, `font-size="10" fill="${colours.faint}"`),
    ]),
    ...drawn,
    ...legend,
    '</svg>\n',
  ].join('\n')
}

/** Holes break the line; a value that stands alone is a short dash, or it would be nothing. */
function pathOf({ values }: Line, steps: readonly number[], x: (step: number) => number, y: (value: number) => number): string {
  let path = ''
  let open = false
  for (const [index, step] of steps.entries()) {
    const value = values[index] ?? null
    if (value === null) {
      open = false
      continue
    }
    path += `${open ? 'L' : 'M'}${fix(x(step))} ${fix(y(value))}${open ? '' : 'h0.01'}`
    open = true
  }
  return path
}

/** Some five round numbers from below `low` to above `high`. */
function roundTicks(low: number, high: number): readonly number[] {
  const rough = (high - low) / 5 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power
  const first = Math.floor(low / step)
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

const fix = (value: number): string => String(Math.round(value * 100) / 100)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
