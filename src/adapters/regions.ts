// A list of free ranges over a growing span of elements: first fit, neighbours joined. Knows numbers alone.

export interface RegionList {
  /** The start of a free range of this length, or -1 when none is left. */
  take(length: number): number
  give(start: number, length: number): void
  /** Adds elements at the end. */
  grow(length: number): void
  readonly capacity: number
}

export function createRegions(initial: number): RegionList {
  let capacity = initial
  let free: { start: number; length: number }[] = initial > 0 ? [{ start: 0, length: initial }] : []
  const give = (start: number, length: number): void => {
    const sorted = [...free, { start, length }].sort((a, b) => a.start - b.start)
    free = []
    for (const range of sorted) {
      const last = free.at(-1)
      if (last !== undefined && last.start + last.length === range.start) last.length += range.length
      else free.push({ ...range })
    }
  }
  return {
    take(length) {
      const range = free.find((candidate) => candidate.length >= length)
      if (range === undefined) return -1
      const { start } = range
      range.start += length
      range.length -= length
      free = free.filter((candidate) => candidate.length > 0)
      return start
    },
    give,
    grow(length) {
      give(capacity, length)
      capacity += length
    },
    get capacity() {
      return capacity
    },
  }
}
