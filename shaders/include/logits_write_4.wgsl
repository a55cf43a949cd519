// Writes a group of four columns back. See logits_4.wgsl.
fn putAt(row: u32, column: u32, value: vec4f) {
  logits[(row * params.width + column) / 4u] = value;
}
