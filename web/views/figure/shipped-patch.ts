/** Pixels of a square's side, of the shipped bases that see. */
export const SHIPPED_PATCH = 8
