import { expect, test } from 'vitest'
import type { ChartData } from '../../../state/series.ts'
import { chartSvg } from './chart-svg.ts'

const colours = { paper: '#fff', ink: '#000', faint: '#777', rule: '#ddd', stroke: () => ({ color: '#00f', width: 2, dash: [4, 2] }) }

test('lines, scale and names stand in the picture, holes break lines, and text is escaped', () => {
  const data: ChartData = {
    steps: [0, 1, 2, 3],
    until: 4,
    lines: [
      { label: 'A <b> & "c"', style: 'policy', values: [0.5, null, 0.25, 1] },
      { label: 'raw', style: 'raw', values: [0.5, 0.4, 0.3, 0.9] },
    ],
  }
  const svg = chartSvg('reward <script>', data, colours)
  expect(svg).toContain('reward &lt;script>')
  expect(svg).toContain('A &lt;b> &amp; &quot;c&quot;')
  expect(svg).not.toContain('<script>')
  expect(svg).not.toContain('NaN')
  // Two pieces of the line with a hole, and no entry for the raw one.
  expect(svg.match(/<path d="(M[^"]*)" fill="none"/)?.[1]?.split('M').length).toBe(3)
  expect(svg).not.toContain('>raw<')
})

test('a chart without values is an empty frame', () => {
  const svg = chartSvg('loss', { steps: [], until: 0, lines: [] }, colours)
  expect(svg).not.toMatch(/NaN|Infinity/)
  expect(svg).toContain('</svg>')
})
