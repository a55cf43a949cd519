// Writes one number a row of a block: see queries_1.wgsl. Needs putScalar.
fn putScalars(row: u32, visible: PerQueryU, head: u32, value: PerQuery) {
  putScalar(row, head, value);
}
