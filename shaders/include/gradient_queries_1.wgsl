// The gradient of the output and the two scalars of one query row: see queries_1.wgsl. Needs gradOutGroup, logSumExp, delta.
fn gradOutColumns(row: u32, last: u32, head: u32, group: u32) -> array<PerQuery, 4> {
  let a = gradOutGroup(row, head, group);
  return array<PerQuery, 4>(a.x, a.y, a.z, a.w);
}

fn rowLogSumExp(row: u32, last: u32, head: u32) -> PerQuery {
  return logSumExp[row * params.heads + head];
}

fn rowDelta(row: u32, last: u32, head: u32) -> PerQuery {
  return delta[row * params.heads + head];
}
