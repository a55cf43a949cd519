// Writes a group of four columns back, without what lies past the row. See logits_1.wgsl.
fn putAt(row: u32, column: u32, value: vec4f) {
  let at = row * params.width + column;
  logits[at] = value.x;
  if (column + 1u < params.width) {
    logits[at + 1u] = value.y;
  }
  if (column + 2u < params.width) {
    logits[at + 2u] = value.z;
  }
  if (column + 3u < params.width) {
    logits[at + 3u] = value.w;
  }
}
