// The gradient of the output and the two scalars of one query row: see queries_1.wgsl. Needs gradOutGroup, logSumExp, delta.
fn gradOutColumns(row: u32, last: u32, head: u32, group: u32) -> Columns {
  return gradOutGroup(row, head, group);
}

fn rowLogSumExp(row: u32, last: u32, head: u32) -> PerQuery {
  return logSumExp[row * params.heads + head];
}

fn rowDelta(row: u32, last: u32, head: u32) -> PerQuery {
  return delta[row * params.heads + head];
}
