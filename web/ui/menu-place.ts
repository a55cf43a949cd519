// Where an open menu stands: under its button or over it, along the edge that leaves it more room. Told by the button alone, so that the
// browser need not lay out the menu before it is shown.

export interface Anchor {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export interface WindowSize {
  readonly innerWidth: number
  readonly innerHeight: number
}

/** Styles of a fixed box, lengths with their unit. */
export interface MenuPlace {
  readonly left: string
  readonly right: string
  readonly top: string
  readonly bottom: string
  readonly maxHeight: string
}

const GAP = 4
/** Between the menu and the edge of the window. */
const EDGE = 8
/** Pixels of an entry, or of the name of a group, at most. */
const LINE = 44

export function menuPlace({ left, right, top, bottom }: Anchor, { innerWidth, innerHeight }: WindowSize, lines: number): MenuPlace {
  const [below, above] = [innerHeight - bottom - GAP - EDGE, top - GAP - EDGE]
  const under = below >= lines * LINE || below >= above
  const atRight = left + right > innerWidth
  return {
    left: atRight ? 'auto' : `${Math.max(EDGE, left)}px`,
    right: atRight ? `${Math.max(EDGE, innerWidth - right)}px` : 'auto',
    top: under ? `${bottom + GAP}px` : 'auto',
    bottom: under ? 'auto' : `${innerHeight - top + GAP}px`,
    maxHeight: `${Math.max(LINE, under ? below : above)}px`,
  }
}
