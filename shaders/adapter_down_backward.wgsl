// gradHidden [T, P·R] = scale · gradOut B          gradOut [T, N], B [N of the projection, rank] of the row's slot
// The gradient at x Aᵀ, the scale included. One invocation owns 8 rows (a tile, all of one slot) by 4 ranks of one
// projection. Per number: the projection's own columns n ascending in one chain of fma, then the scale. Overwrites;
// ranks past the slot's own are left as they are, and are never read.
override WX: u32 = 4u;
override WY: u32 = 16u;

struct Params {
  tileCount: u32,
  n4: u32, // N / 4, all projections of the group
  entry: u32,
  entries: u32,
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
  end0: u32, // first column of the second projection
  end1: u32, // first column of the third projection
}

@group(0) @binding(0) var<storage, read> gradOut: array<vec4f>; // [T, N]
@group(0) @binding(1) var<storage, read> arena: array<vec4f>;
@group(0) @binding(2) var<storage, read> table: array<vec4u>;
@group(0) @binding(3) var<storage, read> tiles: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> gradHidden: array<vec4f>; // [T, P·R]
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
  let ranks4 = factors.x / 4u;
  if (j4 >= ranks4) {
    return;
  }
  let start4 = select(select(0u, params.end0 / 4u, part == 1u), params.end1 / 4u, part == 2u);
  let end4 = select(select(params.end0 / 4u, params.end1 / 4u, part == 1u), params.n4, part == 2u);
  let count = min(end4, params.n4) - start4;
  let f = factors.z / 4u + j4;
  let last = tile.y - 1u;
  var sums = array<vec4f, 8>();
  for (var n = 0u; n < count; n++) {
    let w = f + n * 4u * ranks4;
    let t0 = arena[w];
    let t1 = arena[w + ranks4];
    let t2 = arena[w + 2u * ranks4];
    let t3 = arena[w + 3u * ranks4];
    let g = start4 + n;
    sums[0] = chain(gradOut[tile.x * params.n4 + g], t0, t1, t2, t3, sums[0]);
    sums[1] = chain(gradOut[(tile.x + min(1u, last)) * params.n4 + g], t0, t1, t2, t3, sums[1]);
    sums[2] = chain(gradOut[(tile.x + min(2u, last)) * params.n4 + g], t0, t1, t2, t3, sums[2]);
    sums[3] = chain(gradOut[(tile.x + min(3u, last)) * params.n4 + g], t0, t1, t2, t3, sums[3]);
    sums[4] = chain(gradOut[(tile.x + min(4u, last)) * params.n4 + g], t0, t1, t2, t3, sums[4]);
    sums[5] = chain(gradOut[(tile.x + min(5u, last)) * params.n4 + g], t0, t1, t2, t3, sums[5]);
    sums[6] = chain(gradOut[(tile.x + min(6u, last)) * params.n4 + g], t0, t1, t2, t3, sums[6]);
    sums[7] = chain(gradOut[(tile.x + min(7u, last)) * params.n4 + g], t0, t1, t2, t3, sums[7]);
  }
  let scale = bitcast<f32>(factors.w);
  for (var i = 0u; i < tile.y; i++) {
    gradHidden[(tile.x + i) * params.hidden4 + id.x] = sums[i] * scale;
  }
}

/** Four steps of the chain: n, n+1, n+2, n+3. */
fn chain(a: vec4f, t0: vec4f, t1: vec4f, t2: vec4f, t3: vec4f, sum: vec4f) -> vec4f {
  return fma(vec4f(a.w), t3, fma(vec4f(a.z), t2, fma(vec4f(a.y), t1, fma(vec4f(a.x), t0, sum))));
}
