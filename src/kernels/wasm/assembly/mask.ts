// The action mask on a chunk of logits, and its states as they move on with what is sampled. Twin of shaders/mask_logits.wgsl
// and shaders/mask_advance.wgsl.

const UNMASKED: u32 = 0xffffffff
/** Finite, whatever the temperature and however many columns add up; its exponential is 0 beside any other logit. */
const FORBIDDEN: f32 = -1e30

/** In place: columns that the row's state does not allow become FORBIDDEN, the others keep their bits. */
export function maskLogits(logits: usize, rows: usize, chunkStart: usize, width: usize, maskRows: usize, maskStates: usize, maskTokens: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const state = load<u32>(maskRows + 4 * row)
    if (state == UNMASKED) continue
    const bounds = maskStates + 8 * <usize>state
    const end = maskTokens + 4 * <usize>load<u32>(bounds, 4)
    let entry = maskTokens + 4 * <usize>load<u32>(bounds)
    while (entry < end && <usize>load<u32>(entry) < chunkStart) entry += 4
    const line = logits + 4 * row * width
    for (let column: usize = 0; column < width; column++) {
      if (entry < end && <usize>load<u32>(entry) == chunkStart + column) entry += 4
      else store<f32>(line + 4 * column, FORBIDDEN)
    }
  }
}

/** maskRows [M] = the state that the row's token leads to. A token that the state does not know leaves it. */
export function advanceMask(tokens: usize, rows: usize, maskRows: usize, maskStates: usize, maskTokens: usize, maskNext: usize): void {
  for (let row: usize = 0; row < rows; row++) {
    const state = load<u32>(maskRows + 4 * row)
    if (state == UNMASKED) continue
    const bounds = maskStates + 8 * <usize>state
    const token = load<u32>(tokens + 4 * row)
    for (let entry = <usize>load<u32>(bounds); entry < <usize>load<u32>(bounds, 4); entry++) {
      if (load<u32>(maskTokens + 4 * entry) != token) continue
      store<u32>(maskRows + 4 * row, load<u32>(maskNext + 4 * entry))
      break
    }
  }
}
