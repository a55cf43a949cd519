// What happens between a chart's data and its drawing: zones that come back while lines appear.

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import type { ChartData, Line } from '../../../state/series.ts'
import { LineChart } from './LineChart.tsx'

const line = (label: string, style: Line['style']): Line => ({ label, style, values: [0.25, 0.5] })
const ONE: ChartData = { steps: [0, 1], until: 10, lines: [line('Sampled', 'policy')] }
const TWO: ChartData = { ...ONE, lines: [...ONE.lines, line('Greedy', 'policySecond')] }

const format = String
const nothing = (): void => undefined

test('a line that appears while its zone comes back is drawn with the rest', async () => {
  const zone = document.createElement('div')
  zone.style.cssText = 'display: none; width: 300px'
  document.body.append(zone)
  const root = createRoot(zone)
  onTestFinished(() => {
    root.unmount()
    zone.remove()
  })
  const show = (data: ChartData): void =>
    flushSync(() =>
      root.render(<LineChart data={data} height={120} small={false} shares={true} format={format} theme="light" selected={null} onPick={nothing} />),
    )
  const faults: string[] = []
  const note = (event: ErrorEvent): void => {
    event.preventDefault()
    faults.push(event.message)
  }
  addEventListener('error', note)
  onTestFinished(() => removeEventListener('error', note))

  show(ONE)
  const element = zone.querySelector('.chart-canvas')
  if (element === null) throw new Error('The chart has no box.')
  await new Promise((resolve) => setTimeout(resolve, 50))
  // Observers are told in the order of their making, so the chart knows its width, and has put its drawing off, when the line comes.
  const shown = new Promise<void>((resolve) => {
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0) return
      observer.disconnect()
      show(TWO)
      resolve()
    })
    observer.observe(element)
  })
  zone.style.display = ''
  await shown
  await expect.poll(() => zone.querySelectorAll('.u-cursor-pt').length).toBe(2) // a point under the cursor for each line
  expect(faults).toEqual([])
})
