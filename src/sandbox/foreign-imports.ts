// Imports of a source from anywhere but the one module that there is. Types left out, an import that nothing uses would go with them in
// silence, and the interpreter says of others neither module nor line: so they are looked for in the source as it was written. What
// imports types alone is left out by TypeScript's own rules, and may stay.

import { getFormattedTokens } from 'sucrase'
import { type TokenloomError, tokenloomError } from '../base/errors.ts'

interface Token {
  readonly kind: string
  readonly text: string
  readonly line: number
}

/** The complaint about the first such import or export; null where there is none. The source is one that TypeScript can read. */
export function foreignImport(source: string, allowed: string): TokenloomError | null {
  if (!/\bimport\b|\bfrom\b/.test(source)) return null
  const tokens = tokensOf(source)
  for (const [index, { kind, line }] of tokens.entries()) {
    if (kind !== 'import' && kind !== 'export') continue
    const wanted = moduleOf(tokens, index)
    if (wanted === null || wanted === allowed) continue
    const message = `There is no module ${JSON.stringify(wanted.slice(0, 100))} here, and line ${line} names it: an environment imports from "${allowed}" alone.`
    return tokenloomError('SANDBOX_SOURCE', message, 'Write what is needed into the source itself.', `${line}`)
  }
  return null
}

/** The module that a statement at this place takes values from; null where it is none, or takes types alone. */
function moduleOf(tokens: readonly Token[], start: number): string | null {
  const [word, next, then] = [tokens[start], tokens[start + 1], tokens[start + 2]]
  if (word === undefined || next === undefined) return null
  if (word.kind === 'import' && next.kind === 'string') return unquoted(next)
  const begins = ['{', '*', 'name'].includes(next.kind) && (word.kind === 'import' || next.kind !== 'name' || next.text === 'type')
  if (!begins) return null
  // A name that is called `type` is followed by what goes on behind a name.
  const types = next.text === 'type' && then !== undefined && then.kind !== ',' && !(then.text === 'from' && tokens[start + 3]?.kind === 'string')
  if (types) return null
  for (let at = start + 1; ; at++) {
    const [token, after] = [tokens[at], tokens[at + 1]]
    if (token === undefined || !['{', '}', '*', ',', 'name', 'string'].includes(token.kind)) return null
    if (token.text === 'from' && after?.kind === 'string') return unquoted(after)
  }
}

/** As it is written, escapes included: those of a module that there is have none. */
const unquoted = ({ text }: Token): string => text.slice(1, -1)

/** The parser tells places and kinds, line by line; the first line names its columns. */
function tokensOf(source: string): readonly Token[] {
  const lines = source.split('\n')
  const told = getFormattedTokens(source, { transforms: ['typescript'], disableESTransforms: true })
  return told.split('\n').flatMap((row): Token[] => {
    const found = /^(\d+):(\d+)-(\d+):(\d+)\s+(\S+)/.exec(row)
    if (found === null) return []
    const [line, from, endLine, to] = found.slice(1, 5).map(Number)
    if (line === undefined) return []
    const text = line === endLine ? (lines[line - 1] ?? '').slice((from ?? 1) - 1, (to ?? 1) - 1) : ''
    return [{ kind: found[5] ?? '', text, line }]
  })
}
