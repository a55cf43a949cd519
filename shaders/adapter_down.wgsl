// hidden [T, P·R] = scale · x Aᵀ          x [T, K], A [rank, K] and scale of the row's adapter slot
// The low-rank half of a projection, for every projection that shares the input x. One invocation owns 8 rows (a tile,
// all of one slot) by 4 ranks of one projection. Per number: k ascending in one chain of fma, then the scale.
// Ranks past the slot's own are left as they are, and are never read. Overwrites.
override WX: u32 = 4u;
override WY: u32 = 16u;

struct Params {
  tileCount: u32,
  k4: u32,
  entry: u32,
  entries: u32,
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
}

@group(0) @binding(0) var<storage, read> x: array<vec4f>; // [T, K]
@group(0) @binding(1) var<storage, read> arena: array<vec4f>;
@group(0) @binding(2) var<storage, read> table: array<vec4u>;
@group(0) @binding(3) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> hidden: array<vec4f>; // [T, P·R]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX, WY)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.hidden4 || id.y >= params.tileCount) {
    return;
  }
  let tile = tiles[id.y];
  let part = id.x / params.rank4;
  let j4 = id.x % params.rank4;
  let factors = table[tile.z * params.entries + params.entry + part];
  if (j4 * 4u >= factors.x) {
    return;
  }
  let scale = bitcast<f32>(factors.w);
  let w0 = factors.y / 4u + j4 * 4u * params.k4;
  let w1 = w0 + params.k4;
  let w2 = w1 + params.k4;
  let w3 = w2 + params.k4;
  let last = tile.y - 1u;
  let r0 = tile.x * params.k4;
  let r1 = (tile.x + min(1u, last)) * params.k4;
  let r2 = (tile.x + min(2u, last)) * params.k4;
  let r3 = (tile.x + min(3u, last)) * params.k4;
  let r4 = (tile.x + min(4u, last)) * params.k4;
  let r5 = (tile.x + min(5u, last)) * params.k4;
  let r6 = (tile.x + min(6u, last)) * params.k4;
  let r7 = (tile.x + min(7u, last)) * params.k4;
  var sums = array<vec4f, 8>();
  for (var k = 0u; k < params.k4; k++) {
    let b0 = arena[w0 + k];
    let b1 = arena[w1 + k];
    let b2 = arena[w2 + k];
    let b3 = arena[w3 + k];
    let t0 = vec4f(b0.x, b1.x, b2.x, b3.x);
    let t1 = vec4f(b0.y, b1.y, b2.y, b3.y);
    let t2 = vec4f(b0.z, b1.z, b2.z, b3.z);
    let t3 = vec4f(b0.w, b1.w, b2.w, b3.w);
    sums[0] = chain(x[r0 + k], t0, t1, t2, t3, sums[0]);
    sums[1] = chain(x[r1 + k], t0, t1, t2, t3, sums[1]);
    sums[2] = chain(x[r2 + k], t0, t1, t2, t3, sums[2]);
    sums[3] = chain(x[r3 + k], t0, t1, t2, t3, sums[3]);
    sums[4] = chain(x[r4 + k], t0, t1, t2, t3, sums[4]);
    sums[5] = chain(x[r5 + k], t0, t1, t2, t3, sums[5]);
    sums[6] = chain(x[r6 + k], t0, t1, t2, t3, sums[6]);
    sums[7] = chain(x[r7 + k], t0, t1, t2, t3, sums[7]);
  }
  for (var i = 0u; i < tile.y; i++) {
    hidden[(tile.x + i) * params.hidden4 + id.x] = sums[i] * scale;
  }
}

/** Four steps of the chain: k, k+1, k+2, k+3. */
fn chain(a: vec4f, t0: vec4f, t1: vec4f, t2: vec4f, t3: vec4f, sum: vec4f) -> vec4f {
  return fma(vec4f(a.w), t3, fma(vec4f(a.z), t2, fma(vec4f(a.y), t1, fma(vec4f(a.x), t0, sum))));
}
