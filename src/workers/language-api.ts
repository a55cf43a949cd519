// What the page may ask of the language worker: errors, completion and explanations of the source that is being edited. Types only.

import type { Completions, Explanation, SourceProblem } from '../language/source-language.ts'
import type { Outcome } from './outcome.ts'

export type { Completions, Explanation, SourceProblem } from '../language/source-language.ts'

export interface LanguageWorkerApi {
  /** The name of the lock that the worker holds while it lives (life-lock.ts); null where there are none. */
  ping(): Promise<string | null>
  problems(source: string): Promise<Outcome<readonly SourceProblem[]>>
  complete(source: string, position: number): Promise<Outcome<Completions | null>>
  describe(source: string, position: number, label: string): Promise<Outcome<Omit<Explanation, 'from' | 'to'> | null>>
  explain(source: string, position: number): Promise<Outcome<Explanation | null>>
}
