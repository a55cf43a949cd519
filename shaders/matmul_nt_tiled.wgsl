// out [T, N] (+)= x Wᵀ + hidden Bᵀ          x [T, K], W [N, K], hidden [T, P·R], B [N, rank] of the row's adapter slot
// The product of matmul_nt for GPUs with real workgroup memory, and the same bits: k ascending in one chain of fma a number,
// then the ranks of the adapter, then what the result held. A workgroup of 16 by 16 owns 64 rows by 64 columns, an invocation
// 4 by 4 of them; 16 steps of the sum at a time lie in workgroup memory, k-major, rows padded by one against bank conflicts.
// All rows of the pass are of one slot. K and N are multiples of 4. Overwrites or accumulates.
// #include "chain_columns.wgsl"

struct Params {
  rows: u32,
  blocks: u32, // unused here: the grid counts tiles
  grouped: u32, // 1: all rows are of the slot of the first tile; 0: all are rows of the base
  n4: u32, // N / 4
  k4: u32, // K / 4
  accumulate: u32,
  weight4: u32, // where W begins, / 4
  adapters: u32, // 1: add hidden Bᵀ
  entry: u32, // table entry of the first projection of the group
  entries: u32, // table entries per slot
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
  end0: u32, // first column of the second projection
  end1: u32, // first column of the third projection
}

@group(0) @binding(0) var<storage, read> x: array<vec4f>; // [T, K]
@group(0) @binding(1) var<storage, read> weight: array<vec4f>; // [N, K]
@group(0) @binding(2) var<storage, read> hidden: array<vec4f>; // [T, P·R]
@group(0) @binding(3) var<storage, read> arena: array<vec4f>;
@group(0) @binding(4) var<storage, read> table: array<vec4u>;
@group(0) @binding(5) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> result: array<vec4f>; // [T, N]
@group(1) @binding(0) var<uniform> params: Params;

const TILE = 64u;
const STEP = 16u;
const STRIDE = 65u;

var<workgroup> rowsAt: array<f32, 1040>; // [STEP, STRIDE]
var<workgroup> columnsAt: array<f32, 1040>; // [STEP, STRIDE]

fn store(row: u32, column4: u32, value: vec4f) {
  if (row >= params.rows || column4 >= params.n4) {
    return;
  }
  let place = row * params.n4 + column4;
  if (params.accumulate != 0u) {
    result[place] = result[place] + value;
  } else {
    result[place] = value;
  }
}

@compute @workgroup_size(16, 16)
fn main(@builtin(workgroup_id) tile: vec3u, @builtin(local_invocation_id) local: vec3u, @builtin(local_invocation_index) lane: u32) {
  let firstRow = tile.y * TILE;
  let firstColumn4 = tile.x * (TILE / 4u);
  // What this invocation brings into workgroup memory at every step: four numbers of a row, four of a column.
  let bringRow = lane / 4u;
  let bringStep = lane % 4u;
  let xAt = min(firstRow + bringRow, params.rows - 1u) * params.k4;
  let wAt = params.weight4 + min(firstColumn4 * 4u + bringRow, params.n4 * 4u - 1u) * params.k4;
  let row = local.y * 4u;
  let column = local.x * 4u;
  var c0 = vec4f();
  var c1 = vec4f();
  var c2 = vec4f();
  var c3 = vec4f();
  for (var start4 = 0u; start4 < params.k4; start4 += STEP / 4u) {
    let mine = x[xAt + min(start4 + bringStep, params.k4 - 1u)];
    let theirs = weight[wAt + min(start4 + bringStep, params.k4 - 1u)];
    workgroupBarrier();
    for (var j = 0u; j < 4u; j++) {
      rowsAt[(bringStep * 4u + j) * STRIDE + bringRow] = mine[j];
      columnsAt[(bringStep * 4u + j) * STRIDE + bringRow] = theirs[j];
    }
    workgroupBarrier();
    let steps = min(STEP, (params.k4 - start4) * 4u);
    for (var k = 0u; k < steps; k++) {
      let r = k * STRIDE + row;
      let n = k * STRIDE + column;
      let t = vec4f(columnsAt[n], columnsAt[n + 1u], columnsAt[n + 2u], columnsAt[n + 3u]);
      c0 = fma(vec4f(rowsAt[r]), t, c0);
      c1 = fma(vec4f(rowsAt[r + 1u]), t, c1);
      c2 = fma(vec4f(rowsAt[r + 2u]), t, c2);
      c3 = fma(vec4f(rowsAt[r + 3u]), t, c3);
    }
  }
  let column4 = firstColumn4 + local.x;
  let first = firstRow + row;
  if (params.adapters != 0u) {
    let last = params.rows - 1u;
    let bounded4 = min(column4, params.n4 - 1u);
    let slot = tiles[0].z;
    let at = bounded4 * 4u;
    let part = select(0u, 1u, at >= params.end0) + select(0u, 1u, at >= params.end1);
    let partStart = select(select(0u, params.end0, part == 1u), params.end1, part == 2u);
    let factors = table[slot * params.entries + params.entry + part];
    let ranks4 = factors.x / 4u;
    let f0 = factors.z / 4u + (at - partStart) * ranks4;
    let f1 = f0 + ranks4;
    let f2 = f1 + ranks4;
    let f3 = f2 + ranks4;
    let h0 = min(first, last) * params.hidden4 + part * params.rank4;
    let h1 = min(first + 1u, last) * params.hidden4 + part * params.rank4;
    let h2 = min(first + 2u, last) * params.hidden4 + part * params.rank4;
    let h3 = min(first + 3u, last) * params.hidden4 + part * params.rank4;
    for (var k = 0u; k < ranks4; k++) {
      let t = transpose(mat4x4f(arena[f0 + k], arena[f1 + k], arena[f2 + k], arena[f3 + k]));
      c0 = chain(hidden[h0 + k], t, c0);
      c1 = chain(hidden[h1 + k], t, c1);
      c2 = chain(hidden[h2 + k], t, c2);
      c3 = chain(hidden[h3 + k], t, c3);
    }
  }
  store(first, column4, c0);
  store(first + 1u, column4, c1);
  store(first + 2u, column4, c2);
  store(first + 3u, column4, c3);
}
