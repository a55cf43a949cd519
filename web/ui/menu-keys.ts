// What keys do in an open menu (https://www.w3.org/WAI/ARIA/apg/patterns/menubar/). Knows no elements: entries are their words.

export type MenuFocus = 'menu' | 'first' | 'last'

/** A letter goes to the next entry that begins with it. */
export type MenuMove = 'next' | 'previous' | 'first' | 'last' | { readonly letter: string }

const MOVES: Readonly<Record<string, MenuMove | 'leave'>> = { ArrowDown: 'next', ArrowUp: 'previous', Home: 'first', End: 'last', Tab: 'leave' }

/** Null: a key that means nothing to a menu, or that the browser serves. */
export function menuKey(event: {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}): MenuMove | 'leave' | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const move = MOVES[event.key]
  if (move !== undefined) return move
  return event.key.length === 1 && event.key !== ' ' ? { letter: event.key.toLowerCase() } : null
}

/** The place of the entry that a move leads to, over the ends; `now` is -1 while none has the focus. */
export function nextItem(words: readonly string[], now: number, move: MenuMove): number {
  const count = words.length
  if (move === 'first') return 0
  if (move === 'last') return count - 1
  if (move === 'next') return (now + 1) % count
  if (move === 'previous') return (Math.max(now, 0) - 1 + count) % count
  const places = Array.from({ length: count }, (_, step) => (now + 1 + step) % count)
  return places.find((place) => words[place]?.toLowerCase().startsWith(move.letter) === true) ?? now
}
