// gradX [T, K] (+)= gradOut W + Σ over projections of gradHidden A          gradOut [T, N], W [N, K], A [rank, K]
// The backward product of every projection, towards its input. One invocation owns ROWS rows (of a tile, all of one slot)
// by 4 columns of K in registers. Per number: n ascending in one chain of fma, then for each projection of the group its
// ranks ascending in the same chain; what gradX held is added last. K and N are multiples of 4. Overwrites or accumulates.
// needs: ROWS = 8, or 1 where there are few rows
// #include "grid.wgsl"
// #include "share.wgsl"
// #include "hidden_share.wgsl"
// #include "row_block.wgsl"
// #include "chain_columns.wgsl"

struct Params {
  rows: u32,
  blocks: u32, // of ROWS rows
  grouped: u32, // 1: rows come in the tiles of the table, of 8 or fewer; 0: all are rows of the base
  n4: u32, // N / 4, the sum
  k4: u32, // K / 4, the columns
  accumulate: u32,
  weight4: u32, // where W begins, / 4
  adapters: u32, // 1: add gradHidden A
  entry: u32, // table entry of the first projection of the group
  entries: u32, // table entries per slot
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
  parts: u32, // P
}

@group(0) @binding(0) var<storage, read> x: array<vec4f>; // gradOut [T, N]
@group(0) @binding(1) var<storage, read> weight: array<vec4f>; // [N, K]
@group(0) @binding(2) var<storage, read> hidden: array<vec4f>; // gradHidden [T, P·R]
@group(0) @binding(3) var<storage, read> arena: array<vec4f>;
@group(0) @binding(4) var<storage, read> table: array<vec4u>;
@group(0) @binding(5) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> result: array<vec4f>; // gradX [T, K]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // Four neighbouring invocations, a quad, own neighbouring columns of the same rows, so that they can share loads.
  let index = itemOf(id, groups);
  let quads = (params.k4 + 3u) / 4u;
  if (index / 4u >= quads * params.blocks) {
    return;
  }
  let column4 = (index / 4u % quads) * 4u + index % 4u;
  let block = blockAt(index / 4u / quads);
  if (block.rows == 0u) {
    return;
  }
  let last = block.rows - 1u;
  let row0At = block.rowStart;
  let row1At = block.rowStart + min(1u, last);
  let row2At = block.rowStart + min(2u, last);
  let row3At = block.rowStart + min(3u, last);
  let row4At = block.rowStart + min(4u, last);
  let row5At = block.rowStart + min(5u, last);
  let row6At = block.rowStart + min(6u, last);
  let row7At = block.rowStart + min(7u, last);
  let x0 = row0At * params.n4;
  let x1 = row1At * params.n4;
  let x2 = row2At * params.n4;
  let x3 = row3At * params.n4;
  let x4 = row4At * params.n4;
  let x5 = row5At * params.n4;
  let x6 = row6At * params.n4;
  let x7 = row7At * params.n4;
  let own0At = block.rowStart + min(index % 4u, last);
  let own1At = block.rowStart + min(index % 4u + 4u, last);
  let mine0 = own0At * params.n4;
  let mine1 = own1At * params.n4;
  let column = min(column4, params.k4 - 1u);
  var c: array<vec4f, 8>;
  for (var k = 0u; k < params.n4; k++) {
    let w = params.weight4 + k * 4u * params.k4 + column;
    let t = mat4x4f(weight[w], weight[w + params.k4], weight[w + 2u * params.k4], weight[w + 3u * params.k4]);
    if (ROWS == 1u) {
      c[0] = chain(x[x0 + k], t, c[0]);
    } else {
      let held0 = own(mine0 + k);
      let held1 = own(mine1 + k);
      c[0] = chain(row0(held0, x0 + k), t, c[0]);
      c[1] = chain(row1(held0, x1 + k), t, c[1]);
      c[2] = chain(row2(held0, x2 + k), t, c[2]);
      c[3] = chain(row3(held0, x3 + k), t, c[3]);
      c[4] = chain(row0(held1, x4 + k), t, c[4]);
      c[5] = chain(row1(held1, x5 + k), t, c[5]);
      c[6] = chain(row2(held1, x6 + k), t, c[6]);
      c[7] = chain(row3(held1, x7 + k), t, c[7]);
    }
  }
  if (params.adapters != 0u) {
    for (var part = 0u; part < params.parts; part++) {
      let factors = table[block.slot * params.entries + params.entry + part];
      let ranks4 = factors.x / 4u;
      let f = factors.y / 4u + column;
      let h0 = row0At * params.hidden4 + part * params.rank4;
      let h1 = row1At * params.hidden4 + part * params.rank4;
      let h2 = row2At * params.hidden4 + part * params.rank4;
      let h3 = row3At * params.hidden4 + part * params.rank4;
      let h4 = row4At * params.hidden4 + part * params.rank4;
      let h5 = row5At * params.hidden4 + part * params.rank4;
      let h6 = row6At * params.hidden4 + part * params.rank4;
      let h7 = row7At * params.hidden4 + part * params.rank4;
      let mineHidden0 = own0At * params.hidden4 + part * params.rank4;
      let mineHidden1 = own1At * params.hidden4 + part * params.rank4;
      for (var k = 0u; k < ranks4; k++) {
        let w = f + k * 4u * params.k4;
        let t = mat4x4f(arena[w], arena[w + params.k4], arena[w + 2u * params.k4], arena[w + 3u * params.k4]);
        if (ROWS == 1u) {
          c[0] = chain(hidden[h0 + k], t, c[0]);
        } else {
          let held0 = ownHidden(mineHidden0 + k);
          let held1 = ownHidden(mineHidden1 + k);
          c[0] = chain(hidden0(held0, h0 + k), t, c[0]);
          c[1] = chain(hidden1(held0, h1 + k), t, c[1]);
          c[2] = chain(hidden2(held0, h2 + k), t, c[2]);
          c[3] = chain(hidden3(held0, h3 + k), t, c[3]);
          c[4] = chain(hidden0(held1, h4 + k), t, c[4]);
          c[5] = chain(hidden1(held1, h5 + k), t, c[5]);
          c[6] = chain(hidden2(held1, h6 + k), t, c[6]);
          c[7] = chain(hidden3(held1, h7 + k), t, c[7]);
        }
      }
    }
  }
  if (column4 >= params.k4) {
    return;
  }
  let place = block.rowStart * params.k4 + column4;
  if (params.accumulate != 0u) {
    c[0] = result[place + min(0u, last) * params.k4] + c[0];
    c[1] = result[place + min(1u, last) * params.k4] + c[1];
    c[2] = result[place + min(2u, last) * params.k4] + c[2];
    c[3] = result[place + min(3u, last) * params.k4] + c[3];
    c[4] = result[place + min(4u, last) * params.k4] + c[4];
    c[5] = result[place + min(5u, last) * params.k4] + c[5];
    c[6] = result[place + min(6u, last) * params.k4] + c[6];
    c[7] = result[place + min(7u, last) * params.k4] + c[7];
  }
  result[place] = c[0];
  if (last >= 1u) {
    result[place + 1u * params.k4] = c[1];
  }
  if (last >= 2u) {
    result[place + 2u * params.k4] = c[2];
  }
  if (last >= 3u) {
    result[place + 3u * params.k4] = c[3];
  }
  if (last >= 4u) {
    result[place + 4u * params.k4] = c[4];
  }
  if (last >= 5u) {
    result[place + 5u * params.k4] = c[5];
  }
  if (last >= 6u) {
    result[place + 6u * params.k4] = c[6];
  }
  if (last >= 7u) {
    result[place + 7u * params.k4] = c[7];
  }
}
