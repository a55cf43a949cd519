// The bench `catalogue`: what is asked of the worker and what it answers. Types only.

import type { EngineChoice } from '../../src/engine/choose-kernels.ts'
import type { BaseFiles } from './ground.ts'

export interface CatalogueInput {
  readonly engine: EngineChoice
  readonly base: BaseFiles
  /** Stored adapters. */
  readonly adapters: number
  /** Uses, drawn so that few adapters are asked for often and many seldom. */
  readonly uses: number
  /** Adapters that have room on the device. */
  readonly room: number
}

export interface Spread {
  readonly median: number
  readonly p95: number
  readonly most: number
}

export interface CatalogueReport {
  readonly engine: string
  readonly adapters: number
  readonly bytes: number
  /** Milliseconds each, of storing one under its name. */
  readonly create: Spread
  /** Finding a page of names by how they begin. */
  readonly find: Spread
  /** From the library to the device: read, checked against its hash, decoded, placed. */
  readonly coldLoad: Spread
  /** A use of one that has its place, and of one that comes back from the shelf while another goes. */
  readonly hit: Spread
  readonly miss: Spread
  readonly uses: number
  readonly hitRate: number
  readonly evictions: number
  readonly resident: number
  readonly known: number
  /** Answers of the worker to a question asked every 50 ms while it worked. */
  readonly answer: Spread
  /** Time between two ticks of the page, of 16 ms, while the worker worked. */
  readonly tick: Spread
}

export type CatalogueWork = Omit<CatalogueReport, 'answer' | 'tick'>

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number): number => Number((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(3))
  return { median: at(0.5), p95: at(0.95), most: at(1) }
}
