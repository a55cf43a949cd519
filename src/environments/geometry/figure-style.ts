// How the small picture of a figure may look: its size, where its numbers stand, its noise. Data only.

export type FigureStyle = {
  /** Pixels of a side: a multiple of the patch. */
  readonly size: number
  /**
   * `aligned`: a digit a patch, in the lowest row. `moved`: the same in a figure of the tiny style's size that stands anywhere in the
   * picture, patch by patch. `jittered`: aligned, but off by up to three pixels. `free`: beside what they name.
   */
  readonly placement: 'aligned' | 'moved' | 'jittered' | 'free'
  /** Standard deviation of the noise, in grey levels of 255. */
  readonly noise: number
}

/** Patches of eight pixels a side. */
export const PATCH = 8
export const TINY_STYLE: FigureStyle = { size: 32, placement: 'aligned', noise: 13 }
