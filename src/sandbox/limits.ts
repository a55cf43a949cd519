// What one call into authored code may use. Counted in the interpreter's own units, so that a limit is met at the same
// place on every machine; time is the backstop of whoever holds the worker. Data only.

export interface SandboxLimits {
  /** Interrupt checks of the interpreter for one call; each stands for 10,000 branches and calls. */
  readonly ticks: number
  /** Bytes of the interpreter's heap. */
  readonly memoryBytes: number
  /** Bytes of its stack. */
  readonly stackBytes: number
  /** Characters of JSON that one call may return. */
  readonly resultCharacters: number
  /** Characters of source. */
  readonly sourceCharacters: number
}

export const DEFAULT_LIMITS: SandboxLimits = {
  ticks: 500,
  memoryBytes: 32 * 1024 * 1024,
  stackBytes: 64 * 1024,
  resultCharacters: 1_000_000,
  sourceCharacters: 200_000,
}
