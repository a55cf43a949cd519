// Writes one number a row of a block: see queries_4.wgsl. Needs putScalar.
fn putScalars(row: u32, visible: PerQueryU, head: u32, value: PerQuery) {
  if (visible.x != 0u) {
    putScalar(row, head, value.x);
  }
  if (visible.y != 0u) {
    putScalar(row + 1u, head, value.y);
  }
  if (visible.z != 0u) {
    putScalar(row + 2u, head, value.z);
  }
  if (visible.w != 0u) {
    putScalar(row + 3u, head, value.w);
  }
}
