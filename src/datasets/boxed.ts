// Final answers within a worked solution: the content of the last \boxed{…}, by depth of braces, and what stands behind the last
// `####`. Knows text alone.

/** Null where there is none, or where its braces do not close. */
export function lastBoxed(text: string): string | null {
  let from = text.length
  for (;;) {
    const start = text.lastIndexOf('\\boxed', from)
    if (start < 0) return null
    const content = contentAt(text, start + '\\boxed'.length)
    if (content !== null) return content
    if (start === 0) return null
    from = start - 1
  }
}

function contentAt(text: string, start: number): string | null {
  let place = start
  while (text[place] === ' ') place++
  // `\boxed 5` is TeX for a box around one sign.
  if (text[place] !== '{') return place > start ? (text[place] ?? null) : null
  let depth = 0
  for (let index = place; index < text.length; index++) {
    const sign = text[index]
    if (sign === '\\') index++
    else if (sign === '{') depth++
    else if (sign === '}') {
      depth--
      if (depth === 0) return text.slice(place + 1, index)
    }
  }
  return null
}

export function afterHashes(text: string): string | null {
  const start = text.lastIndexOf('####')
  if (start < 0) return null
  const [line = ''] = text.slice(start + 4).split('\n')
  return line.trim() === '' ? null : line.trim()
}
