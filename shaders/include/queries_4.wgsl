// Four consecutive query rows an invocation: a PerQuery holds one number of each, so that every key and value loaded
// serves four rows; Columns hold four neighbouring columns of the four rows, one PerQuery a column. All arithmetic on
// PerQuery is by component, hence a row's bits do not depend on its neighbours.
// `visible` counts the keys that a row sees; 0: the row is not part of this run.
alias PerQuery = vec4f;
alias PerQueryU = vec4u;
alias Columns = mat4x4f;
const QUERIES = 4u;
const QUERY_OFFSETS = vec4u(0u, 1u, 2u, 3u);

// Columns 4·group … 4·group + 3 of one part (a query, key or value head) of the block's rows. Rows past the last are read
// as the last.
fn partColumns(row: u32, last: u32, part: u32, group: u32) -> Columns {
  return transpose(mat4x4f(
    partGroup(row, part, group),
    partGroup(min(row + 1u, last), part, group),
    partGroup(min(row + 2u, last), part, group),
    partGroup(min(row + 3u, last), part, group),
  ));
}

fn putColumns(row: u32, visible: PerQueryU, part: u32, group: u32, columns: Columns) {
  let t = transpose(columns);
  if (visible.x != 0u) {
    putGroup(row, part, group, t[0]);
  }
  if (visible.y != 0u) {
    putGroup(row + 1u, part, group, t[1]);
  }
  if (visible.z != 0u) {
    putGroup(row + 2u, part, group, t[2]);
  }
  if (visible.w != 0u) {
    putGroup(row + 3u, part, group, t[3]);
  }
}
