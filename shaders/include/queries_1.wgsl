// One query row an invocation: for decoding, where every row is a sequence of its own. See queries_4.wgsl.
alias PerQuery = f32;
alias PerQueryU = u32;
alias Columns = vec4f;
const QUERIES = 1u;
const QUERY_OFFSETS = 0u;

fn partColumns(row: u32, last: u32, part: u32, group: u32) -> Columns {
  return partGroup(row, part, group);
}

fn putColumns(row: u32, visible: PerQueryU, part: u32, group: u32, columns: Columns) {
  putGroup(row, part, group, columns);
}
