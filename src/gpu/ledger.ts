// Every byte of device memory that we hold, by what it is for. The plan shown before a run is checked against
// this account in tests; a leak shows here first.

export interface MemoryLedger {
  add(label: string, bytes: number): void
  remove(label: string, bytes: number): void
  readonly totalBytes: number
  readonly peakBytes: number
  byLabel(): Readonly<Record<string, number>>
}

export function createLedger(): MemoryLedger {
  const held = new Map<string, number>()
  let total = 0
  let peak = 0
  return {
    add(label, bytes) {
      held.set(label, (held.get(label) ?? 0) + bytes)
      total += bytes
      peak = Math.max(peak, total)
    },
    remove(label, bytes) {
      const left = (held.get(label) ?? 0) - bytes
      if (left === 0) held.delete(label)
      else held.set(label, left)
      total -= bytes
    },
    get totalBytes() {
      return total
    },
    get peakBytes() {
      return peak
    },
    byLabel: () => Object.fromEntries(held),
  }
}
