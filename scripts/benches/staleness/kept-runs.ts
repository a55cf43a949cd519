// Finished runs of the bench `staleness` in a file, a JSON line each, so that a bench that was broken off goes on where it stood. A
// run is known by its base and settings, not by the version of the code: a file is for one version. A line that was cut short is no run.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { StaleRun } from './one-run.ts'

/** What the bench reads of a finished run. */
export interface StaleResult {
  readonly baseSampled: number
  readonly final: number
  readonly logprobGap: number
}

/** `base`: the hash of its weights. */
const nameOf = (base: string, { loss, staleness, seed, steps }: StaleRun): string => JSON.stringify([base, loss, staleness, seed, steps])

export class KeptRuns {
  readonly #path: string | null
  readonly #base: string
  readonly #known = new Map<string, StaleResult>()

  /** Null: nothing is kept. */
  constructor(path: string | null, base: string) {
    this.#path = path
    this.#base = base
    if (path === null || !existsSync(path)) return
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const kept = read(line)
      if (kept !== null) this.#known.set(kept.name, kept.result)
    }
  }

  /** The run as it is kept, or as `make` makes it now. */
  async of(run: StaleRun, make: () => Promise<StaleResult>): Promise<StaleResult> {
    const name = nameOf(this.#base, run)
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const { baseSampled, final, logprobGap } = await make()
    const result = { baseSampled, final, logprobGap }
    this.#known.set(name, result)
    if (this.#path !== null) appendFileSync(this.#path, `${JSON.stringify({ name, result })}\n`)
    return result
  }
}

function read(line: string): { readonly name: string; readonly result: StaleResult } | null {
  try {
    const { name, result } = JSON.parse(line) as { readonly name?: unknown; readonly result?: Partial<StaleResult> }
    const { baseSampled, final, logprobGap } = result ?? {}
    if (typeof name !== 'string' || typeof baseSampled !== 'number' || typeof final !== 'number' || typeof logprobGap !== 'number') return null
    return { name, result: { baseSampled, final, logprobGap } }
  } catch {
    return null
  }
}
