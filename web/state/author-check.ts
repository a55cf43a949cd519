// What the contract suite said of an authored source: the checks with their evidence, whether the rewards can teach, and the lines that
// the sandbox refused. Plain data and pure functions.

import type { ErrorData } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { DemonstratedReturn } from '../../src/environments/suite/demonstrated.ts'
import type { Learnability } from '../../src/environments/suite/learnability.ts'
import type { Readability } from '../../src/environments/suite/readability.ts'
import type { CheckReport, CheckVerdict } from '../../src/environments/suite/verdict.ts'
import type { Registration } from '../../src/sandbox/authored-environment.ts'
import type { AuthoredTurn } from '../../src/sandbox/authored-play.ts'
import type { SourceMark } from './author.ts'

export interface CheckedSource {
  readonly text: string
  readonly registration: Registration
  readonly report: CheckReport
  readonly learnability: Learnability | null
  readonly demonstrated: DemonstratedReturn | null
  /** Null before the many plays, too. */
  readonly readability: Readability | null
  /** Random plays of every check. */
  readonly plays: number
  readonly milliseconds: number
}

export type AuthorCheck =
  | { readonly kind: 'idle' }
  /** `before`: what was known of an earlier text. */
  | { readonly kind: 'checking'; readonly text: string; readonly before: CheckedSource | null }
  /** `more`: the same checks with more plays are under way. */
  | { readonly kind: 'checked'; readonly checked: CheckedSource; readonly more: boolean }
  | { readonly kind: 'refused'; readonly text: string; readonly error: ErrorData }

export const checkedOf = (check: AuthorCheck): CheckedSource | null =>
  check.kind === 'checked' ? check.checked : check.kind === 'checking' ? check.before : null

export const failuresOf = ({ report }: CheckedSource): readonly CheckVerdict[] => report.checks.filter(({ verdict }) => verdict !== 'valid')

/** What was found, once, with every promise that it breaks: one wrong line breaks many. */
export interface Finding {
  readonly message: string
  readonly names: readonly string[]
  /** The first that can be shown. */
  readonly shown: CheckVerdict
}

export function findingsOf(checked: CheckedSource): readonly Finding[] {
  const found = new Map<string, Finding>()
  for (const failure of failuresOf(checked)) {
    const known = found.get(failure.message)
    const shown = known === undefined || (known.shown.seed === undefined && failure.seed !== undefined) ? failure : known.shown
    found.set(failure.message, { message: failure.message, names: [...(known?.names ?? []), failure.name], shown })
  }
  return [...found.values()]
}

/** The line that a sentence names, where it names one. */
export function lineIn(sentence: string): number | null {
  const line = /\bat line (\d+)/.exec(sentence)?.[1]
  return line === undefined ? null : Number(line)
}

/** What the sandbox said of a line of this text, as a mark on the whole line. */
export function markOfLine(text: string, line: number, message: string): SourceMark | null {
  const lines = text.split('\n')
  const own = lines[line - 1]
  if (own === undefined) return null
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0)
  const indent = own.length - own.trimStart().length
  return { from: start + indent, to: start + own.length, line, message }
}

/** Everything that the sandbox has to say of lines of the text as it stands. */
export function marksOfCheck(check: AuthorCheck, text: string): readonly SourceMark[] {
  if (check.kind === 'refused') {
    if (check.text !== text) return []
    const line = check.error.at !== undefined && /^\d+$/.test(check.error.at) ? Number(check.error.at) : lineIn(check.error.message)
    const mark = line === null ? null : markOfLine(text, line, check.error.message)
    return mark === null ? [] : [mark]
  }
  if (check.kind !== 'checked' || check.checked.text !== text) return []
  const seen = new Set<number>()
  return failuresOf(check.checked).flatMap(({ message }) => {
    const line = lineIn(message)
    if (line === null || seen.has(line)) return []
    seen.add(line)
    return markOfLine(text, line, message) ?? []
  })
}

/** What shows a finding again: the turns of its evidence as the contract suite noted them. */
export function turnsOfEvidence(actions: readonly Json[]): readonly AuthoredTurn[] {
  return actions.flatMap((turn) =>
    typeof turn === 'object' && turn !== null && !Array.isArray(turn) ? [{ actions: turn as Readonly<Record<string, Json>> }] : [],
  )
}
