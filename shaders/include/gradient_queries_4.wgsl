// The gradient of the output and the two scalars of four query rows: see queries_4.wgsl. Rows past the last are read as the
// last. Needs gradOutGroup, logSumExp, delta.
fn gradOutColumns(row: u32, last: u32, head: u32, group: u32) -> Columns {
  return transpose(mat4x4f(
    gradOutGroup(row, head, group),
    gradOutGroup(min(row + 1u, last), head, group),
    gradOutGroup(min(row + 2u, last), head, group),
    gradOutGroup(min(row + 3u, last), head, group),
  ));
}

fn blockRows(row: u32, last: u32, head: u32) -> vec4u {
  return min(vec4u(row) + QUERY_OFFSETS, vec4u(last)) * params.heads + head;
}

fn rowLogSumExp(row: u32, last: u32, head: u32) -> PerQuery {
  let at = blockRows(row, last, head);
  return vec4f(logSumExp[at.x], logSumExp[at.y], logSumExp[at.z], logSumExp[at.w]);
}

fn rowDelta(row: u32, last: u32, head: u32) -> PerQuery {
  let at = blockRows(row, last, head);
  return vec4f(delta[at.x], delta[at.y], delta[at.z], delta[at.w]);
}
