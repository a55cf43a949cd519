// One query row an invocation: for decoding, where every row is a sequence of its own. See queries_4.wgsl.
alias PerQuery = f32;
alias PerQueryU = u32;
const QUERIES = 1u;
const QUERY_OFFSETS = 0u;

// Columns 4·group … 4·group + 3 of one part (a query, key or value head) of the block's rows, one PerQuery a column.
fn partColumns(row: u32, last: u32, part: u32, group: u32) -> array<PerQuery, 4> {
  let a = partGroup(row, part, group);
  return array<PerQuery, 4>(a.x, a.y, a.z, a.w);
}

fn putColumns(row: u32, visible: PerQueryU, part: u32, group: u32, c0: PerQuery, c1: PerQuery, c2: PerQuery, c3: PerQuery) {
  putGroup(row, part, group, vec4f(c0, c1, c2, c3));
}
