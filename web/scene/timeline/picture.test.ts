import { describe, expect, it } from 'vitest'
import type { Layout } from './layout.ts'
import { timelinePicture } from './picture.ts'

const layout: Layout = {
  lanes: [
    { kind: 'engine', pinned: false, name: '', agent: -1, rows: 1, top: 0, height: 16 },
    { kind: 'agent', pinned: false, name: '<X>', agent: 0, rows: 1, top: 20, height: 40 },
  ],
  blocks: [
    { kind: 'sampling', lane: 0, row: 0, step: 1, from: 10, to: 30 },
    { kind: 'sampling', lane: 0, row: 0, step: 1, from: 60, to: 80 },
  ],
  barriers: [],
  versions: [],
  reaches: new Float64Array([30, 80]),
  length: 100,
  height: 62,
  pinnedHeight: 0,
}
const colours = { rule: '#1', ink: '#2', soft: '#3', edge: '#4', sunken: '#5', accent: '#6', failed: '#7', generating: '#8', interacting: '#9', agents: ['#a'] }
const asked = { layout, colours, ground: '#fff', chosen: null, cursor: 70, width: 200, names: ['Engine', '<X>'], words: (time: number) => `${time} ms` }

describe('the picture of a timeline', () => {
  it('holds the names of lanes, the blocks on view at their times, the cursor and the times', () => {
    const { svg, width, height } = timelinePicture({ ...asked, window: { from: 0, to: 100 } })
    expect([width > 200, height > 62]).toEqual([true, true])
    expect(svg).toContain('>Engine</text>')
    expect(svg.match(/fill="#8"/g)).toHaveLength(2)
    expect(svg).toMatch(/<rect x="20" [^>]*width="40"[^>]*fill="#8"/)
    expect(svg).toMatch(/<rect x="140" [^>]*fill="#6"/)
    expect(svg).toContain('>50 ms</text>')
  })

  it('leaves out what is not on view', () => {
    expect(timelinePicture({ ...asked, window: { from: 0, to: 40 } }).svg.match(/fill="#8"/g)).toHaveLength(1)
  })

  it('lets no name become markup', () => {
    const { svg } = timelinePicture({ ...asked, window: { from: 0, to: 100 } })
    expect(svg).toContain('&#60;X&#62;')
    expect(svg).not.toContain('<X>')
  })
})
