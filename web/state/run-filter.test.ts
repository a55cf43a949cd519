import { describe, expect, it } from 'vitest'
import { filterRuns, NO_RUN_FILTER, readTags, tagsOf } from './run-filter.ts'
import { evaluation, savedRun } from './testing/saved-run.ts'

const base = savedRun('a').spec
const runs = [
  savedRun('c', { created: 3, tags: ['keep'], base: evaluation(0, 0.4), last: evaluation(80, 0.6) }),
  savedRun('b', { created: 2, hidden: true, status: 'failed' }),
  savedRun('a', { created: 1, pinned: true, note: 'the slow one', spec: { ...base, steps: 20 }, base: evaluation(0, 0.1), last: evaluation(80, 0.5) }),
]
const ids = (change: Partial<typeof NO_RUN_FILTER>) => filterRuns(runs, { ...NO_RUN_FILTER, ...change }).map(({ id }) => id)

describe('the list of runs', () => {
  it('puts pinned runs first and leaves hidden ones out until they are asked for', () => {
    expect(ids({})).toEqual(['a', 'c'])
    expect(ids({ hidden: true })).toEqual(['a', 'c', 'b'])
  })
  it('finds by note, tag, status and changed setting', () => {
    expect(ids({ search: 'SLOW' })).toEqual(['a'])
    expect(ids({ search: 'steps' })).toEqual(['a'])
    expect(ids({ tag: 'keep' })).toEqual(['c'])
    expect(ids({ status: 'failed', hidden: true })).toEqual(['b'])
  })
  it('sorts by what came out', () => {
    const unpinned = runs.map((run) => ({ ...run, pinned: false }))
    const sorted = (sort: 'gain' | 'reward') => filterRuns(unpinned, { ...NO_RUN_FILTER, sort }).map(({ id }) => id)
    expect(sorted('reward')).toEqual(['c', 'a'])
    expect(sorted('gain')).toEqual(['a', 'c'])
  })
  it('reads tags as they are written, each once', () => {
    expect(readTags(' keep, long tag ,keep,, ', 24)).toEqual(['keep', 'long tag'])
    expect(tagsOf(runs)).toEqual(['keep'])
  })
})
