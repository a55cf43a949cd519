// What a check or a bench is: a named claim that measures itself. `npm run check -- NAME` runs scripts/checks/NAME.ts,
// `npm run bench -- NAME` runs scripts/benches/NAME.ts; each of those files exports `claim`. Types only.

import type { Json } from '../../src/base/json.ts'

export type Figures = Readonly<Record<string, Json>>

export interface ClaimContext {
  /** What followed the name, flags included and `--json` taken out: `--seed 3` arrives as ['--seed', '3']. */
  readonly args: readonly string[]
  /** A line for the person who waits. */
  say(line: string): void
}

export interface Claim {
  /** One line: what is measured or verified. */
  readonly summary: string
  /**
   * The figures; a check's hold `ok`, and `engine` names what ran wherever kernels did: 'wgsl', 'cpu', or a list of both.
   * Throws TokenloomError where it cannot run at all. */
  run(context: ClaimContext): Promise<Figures>
}

/** A file of scripts/checks or scripts/benches, as import.meta.glob loads it. */
export type ClaimFiles = Readonly<Record<string, () => Promise<{ readonly claim: Claim }>>>
