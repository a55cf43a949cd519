// What check-env prints of broken promises: every finding once, with the promises that it breaks and the play that shows it.

import type { CheckVerdict } from '../../src/environments/suite/verdict.ts'

export function brokenLines(checks: readonly CheckVerdict[]): readonly string[] {
  const found = new Map<string, CheckVerdict[]>()
  for (const check of checks) if (check.verdict !== 'valid') found.set(check.message, [...(found.get(check.message) ?? []), check])
  return [...found].flatMap(([message, broken]) => {
    const [first] = broken
    if (first === undefined) return []
    const others = broken.length === 1 ? '' : ` (and ${broken.length - 1} more)`
    const shown = broken.find(({ seed }) => seed !== undefined)
    const play =
      shown === undefined
        ? []
        : [`        shown by seed ${shown.seed}, ${(shown.actions ?? []).length === 0 ? 'at its start' : `after the actions ${JSON.stringify(shown.actions)}`}`]
    return [`${first.verdict.padEnd(7)} ${first.name}${others}: ${message}`, ...play]
  })
}
