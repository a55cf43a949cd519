// gradX [T, K] (+)= gradOut W + Σ over projections of gradHidden A          gradOut [T, N], W [N, K], A [rank, K]
// The backward product of every projection, towards its input. One invocation owns 8 rows (a tile, all of one slot) by 4
// columns of K in registers. Per number: n ascending in one chain of fma, then for each projection of the group its
// ranks ascending in the same chain; what gradX held is added last. K and N are multiples of 4. Overwrites or accumulates.
// #include "share.wgsl"
override WX: u32 = 8u;
override WY: u32 = 8u;

struct Params {
  rows: u32,
  tileCount: u32,
  grouped: u32, // 1: tiles come from the table; 0: every 8 rows are a tile of the base
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
@group(0) @binding(2) var<storage, read> gradHidden: array<vec4f>; // [T, P·R]
@group(0) @binding(3) var<storage, read> arena: array<vec4f>;
@group(0) @binding(4) var<storage, read> table: array<vec4u>;
@group(0) @binding(5) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> result: array<vec4f>; // gradX [T, K]
@group(1) @binding(0) var<uniform> params: Params;

fn tileAt(index: u32) -> vec4u {
  let bounded = min(index, params.tileCount - 1u);
  if (params.grouped != 0u) {
    return tiles[bounded];
  }
  return vec4u(bounded * 8u, min(8u, params.rows - bounded * 8u), 0u, 0u);
}

fn store(row: u32, column4: u32, value: vec4f) {
  let place = row * params.k4 + column4;
  if (params.accumulate != 0u) {
    result[place] = result[place] + value;
  } else {
    result[place] = value;
  }
}

@compute @workgroup_size(WX, WY)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  let inside = id.x < params.k4 && id.y < params.tileCount;
  let column4 = min(id.x, params.k4 - 1u);
  let tile = tileAt(id.y);
  let rowStart = tile.x;
  let last = tile.y - 1u;
  let quad = lane & 3u;
  let r0 = (rowStart + min(0u, last)) * params.n4;
  let r1 = (rowStart + min(1u, last)) * params.n4;
  let r2 = (rowStart + min(2u, last)) * params.n4;
  let r3 = (rowStart + min(3u, last)) * params.n4;
  let r4 = (rowStart + min(4u, last)) * params.n4;
  let r5 = (rowStart + min(5u, last)) * params.n4;
  let r6 = (rowStart + min(6u, last)) * params.n4;
  let r7 = (rowStart + min(7u, last)) * params.n4;
  let mine0 = (rowStart + min(quad, last)) * params.n4;
  let mine1 = (rowStart + min(quad + 4u, last)) * params.n4;
  var c0 = vec4f();
  var c1 = vec4f();
  var c2 = vec4f();
  var c3 = vec4f();
  var c4 = vec4f();
  var c5 = vec4f();
  var c6 = vec4f();
  var c7 = vec4f();
  for (var k = 0u; k < params.n4; k++) {
    let held0 = own(mine0 + k);
    let held1 = own(mine1 + k);
    let a0 = row0(held0, r0 + k);
    let a1 = row1(held0, r1 + k);
    let a2 = row2(held0, r2 + k);
    let a3 = row3(held0, r3 + k);
    let a4 = row0(held1, r4 + k);
    let a5 = row1(held1, r5 + k);
    let a6 = row2(held1, r6 + k);
    let a7 = row3(held1, r7 + k);
    let w = params.weight4 + k * 4u * params.k4 + column4;
    let t0 = weight[w];
    let t1 = weight[w + params.k4];
    let t2 = weight[w + 2u * params.k4];
    let t3 = weight[w + 3u * params.k4];
    c0 = fma(vec4f(a0.x), t0, c0);
    c1 = fma(vec4f(a1.x), t0, c1);
    c2 = fma(vec4f(a2.x), t0, c2);
    c3 = fma(vec4f(a3.x), t0, c3);
    c4 = fma(vec4f(a4.x), t0, c4);
    c5 = fma(vec4f(a5.x), t0, c5);
    c6 = fma(vec4f(a6.x), t0, c6);
    c7 = fma(vec4f(a7.x), t0, c7);
    c0 = fma(vec4f(a0.y), t1, c0);
    c1 = fma(vec4f(a1.y), t1, c1);
    c2 = fma(vec4f(a2.y), t1, c2);
    c3 = fma(vec4f(a3.y), t1, c3);
    c4 = fma(vec4f(a4.y), t1, c4);
    c5 = fma(vec4f(a5.y), t1, c5);
    c6 = fma(vec4f(a6.y), t1, c6);
    c7 = fma(vec4f(a7.y), t1, c7);
    c0 = fma(vec4f(a0.z), t2, c0);
    c1 = fma(vec4f(a1.z), t2, c1);
    c2 = fma(vec4f(a2.z), t2, c2);
    c3 = fma(vec4f(a3.z), t2, c3);
    c4 = fma(vec4f(a4.z), t2, c4);
    c5 = fma(vec4f(a5.z), t2, c5);
    c6 = fma(vec4f(a6.z), t2, c6);
    c7 = fma(vec4f(a7.z), t2, c7);
    c0 = fma(vec4f(a0.w), t3, c0);
    c1 = fma(vec4f(a1.w), t3, c1);
    c2 = fma(vec4f(a2.w), t3, c2);
    c3 = fma(vec4f(a3.w), t3, c3);
    c4 = fma(vec4f(a4.w), t3, c4);
    c5 = fma(vec4f(a5.w), t3, c5);
    c6 = fma(vec4f(a6.w), t3, c6);
    c7 = fma(vec4f(a7.w), t3, c7);
  }
  if (params.adapters != 0u) {
    for (var part = 0u; part < params.parts; part++) {
      let factors = table[tile.z * params.entries + params.entry + part];
      let ranks4 = factors.x / 4u;
      let f = factors.y / 4u + column4;
      let h0 = (rowStart + min(0u, last)) * params.hidden4 + part * params.rank4;
      let h1 = (rowStart + min(1u, last)) * params.hidden4 + part * params.rank4;
      let h2 = (rowStart + min(2u, last)) * params.hidden4 + part * params.rank4;
      let h3 = (rowStart + min(3u, last)) * params.hidden4 + part * params.rank4;
      let h4 = (rowStart + min(4u, last)) * params.hidden4 + part * params.rank4;
      let h5 = (rowStart + min(5u, last)) * params.hidden4 + part * params.rank4;
      let h6 = (rowStart + min(6u, last)) * params.hidden4 + part * params.rank4;
      let h7 = (rowStart + min(7u, last)) * params.hidden4 + part * params.rank4;
      for (var j = 0u; j < ranks4; j++) {
        let w = f + j * 4u * params.k4;
        let t0 = arena[w];
        let t1 = arena[w + params.k4];
        let t2 = arena[w + 2u * params.k4];
        let t3 = arena[w + 3u * params.k4];
        let a0 = gradHidden[h0 + j];
        let a1 = gradHidden[h1 + j];
        let a2 = gradHidden[h2 + j];
        let a3 = gradHidden[h3 + j];
        let a4 = gradHidden[h4 + j];
        let a5 = gradHidden[h5 + j];
        let a6 = gradHidden[h6 + j];
        let a7 = gradHidden[h7 + j];
        c0 = fma(vec4f(a0.x), t0, c0);
        c1 = fma(vec4f(a1.x), t0, c1);
        c2 = fma(vec4f(a2.x), t0, c2);
        c3 = fma(vec4f(a3.x), t0, c3);
        c4 = fma(vec4f(a4.x), t0, c4);
        c5 = fma(vec4f(a5.x), t0, c5);
        c6 = fma(vec4f(a6.x), t0, c6);
        c7 = fma(vec4f(a7.x), t0, c7);
        c0 = fma(vec4f(a0.y), t1, c0);
        c1 = fma(vec4f(a1.y), t1, c1);
        c2 = fma(vec4f(a2.y), t1, c2);
        c3 = fma(vec4f(a3.y), t1, c3);
        c4 = fma(vec4f(a4.y), t1, c4);
        c5 = fma(vec4f(a5.y), t1, c5);
        c6 = fma(vec4f(a6.y), t1, c6);
        c7 = fma(vec4f(a7.y), t1, c7);
        c0 = fma(vec4f(a0.z), t2, c0);
        c1 = fma(vec4f(a1.z), t2, c1);
        c2 = fma(vec4f(a2.z), t2, c2);
        c3 = fma(vec4f(a3.z), t2, c3);
        c4 = fma(vec4f(a4.z), t2, c4);
        c5 = fma(vec4f(a5.z), t2, c5);
        c6 = fma(vec4f(a6.z), t2, c6);
        c7 = fma(vec4f(a7.z), t2, c7);
        c0 = fma(vec4f(a0.w), t3, c0);
        c1 = fma(vec4f(a1.w), t3, c1);
        c2 = fma(vec4f(a2.w), t3, c2);
        c3 = fma(vec4f(a3.w), t3, c3);
        c4 = fma(vec4f(a4.w), t3, c4);
        c5 = fma(vec4f(a5.w), t3, c5);
        c6 = fma(vec4f(a6.w), t3, c6);
        c7 = fma(vec4f(a7.w), t3, c7);
      }
    }
  }
  if (!inside) {
    return;
  }
  store(rowStart, column4, c0);
  if (last >= 1u) {
    store(rowStart + 1u, column4, c1);
  }
  if (last >= 2u) {
    store(rowStart + 2u, column4, c2);
  }
  if (last >= 3u) {
    store(rowStart + 3u, column4, c3);
  }
  if (last >= 4u) {
    store(rowStart + 4u, column4, c4);
  }
  if (last >= 5u) {
    store(rowStart + 5u, column4, c5);
  }
  if (last >= 6u) {
    store(rowStart + 6u, column4, c6);
  }
  if (last >= 7u) {
    store(rowStart + 7u, column4, c7);
  }
}
