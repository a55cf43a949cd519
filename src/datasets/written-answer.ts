// An answer as it is written, made ready to be compared: signs around it taken off, plain notations put into LaTeX, and a look
// whether reading it as mathematics is safe at all. Knows text alone.

/** Longer answers are compared as text. */
export const LONGEST_ANSWER = 200

const UNIT =
  /(?:\\,|\\ |~|\s)*(?:\\(?:text|mathrm|mbox)\s*\{\s*)?\b(?:degrees?|deg|cm|mm|km|m|in|inches|feet|ft|units?|square units?|dollars|cents)\b\s*(?:\}\s*)?(?:\^\s*\{?\s*[23]\s*\}?)?\s*$/i

/** The same answer without what only surrounds it. */
export function bareAnswer(written: string): string {
  let text = written.trim()
  for (const [open, close] of [
    ['$$', '$$'],
    ['$', '$'],
    ['\\(', '\\)'],
    ['\\[', '\\]'],
  ] as const) {
    if (text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close)) text = text.slice(open.length, -close.length).trim()
  }
  text = text.replace(/[.。]\s*$/, '').replace(/^\\\$|^\$/, '')
  text = text.replace(/\s*(?:\^\s*\{?\s*\\circ\s*\}?|\^\s*\{?\s*°\s*\}?|°|º)\s*/g, '')
  const unitless = text.replace(UNIT, '')
  if (/\d|[)}]\s*$/.test(unitless) && unitless.trim() !== '') text = unitless
  return text.replaceAll(/\\(?:left|right|displaystyle|,|!|;|:)/g, (command) => (/^\\(?:left|right|displaystyle)$/.test(command) ? '' : ' ')).trim()
}

/** Plain notations as LaTeX: sqrt(2), √3, pi, thousands with commas. */
export function asLatex(text: string): string {
  return text
    .replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replaceAll(/(\d)\{,\}(?=\d{3})/g, '$1')
    .replaceAll(/(?<!\\)\bsqrt\s*\(([^()]*)\)/g, '\\sqrt{$1}')
    .replaceAll(/√\s*\(([^()]*)\)/g, '\\sqrt{$1}')
    .replaceAll(/√\s*(\d+|[a-z])/gi, '\\sqrt{$1}')
    .replaceAll(/(?<![\\a-z])pi(?![a-z])/gi, '\\pi ')
    .replaceAll('π', '\\pi ')
    .replaceAll('·', '\\cdot ')
    .replaceAll('×', '\\times ')
    .replaceAll('−', '-')
}

/** Commands of which reading costs what their text is worth: no sums, limits or products. */
const COMMANDS = new Set(
  (
    'frac dfrac tfrac cfrac sqrt pi cdot times div pm text mathrm mbox textbf infty cup cap in le leq ge geq ne neq lt gt overline begin end ' +
    'alpha beta gamma delta theta lambda mu phi omega sin cos tan log ln quad qquad mathbb emptyset varnothing ldots dots'
  ).split(' '),
)

/** Whether text is short and plain enough to be read as mathematics: powers of powers and factorials can take for ever. */
export function isSafe(latex: string): boolean {
  if (latex.length > LONGEST_ANSWER || latex.includes('!')) return false
  if (/\d{16}/.test(latex) || (latex.match(/\^/g) ?? []).length > 8) return false
  for (const [, after = ''] of latex.matchAll(/\^\s*(\{[^{}]*\}?|\S{0,3})/g)) if (after.includes('^') || /\d{3}/.test(after)) return false
  // A power of a power, however it is bracketed.
  if (/\^\s*\{[^}]*\^/.test(latex) || /\}\s*\^\s*\{?[^}]*\}?\s*\)\s*\^/.test(latex) || /\^[^^]{0,12}\)\s*\^/.test(latex)) return false
  for (const [, command = ''] of latex.matchAll(/\\([a-zA-Z]+)/g)) if (!COMMANDS.has(command)) return false
  return true
}
