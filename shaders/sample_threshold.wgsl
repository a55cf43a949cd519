// threshold [M]: the least y that top-k and top-p keep, y = logit · inverseTemperature, from whole rows of logits [M, V].
//   top-k: the greatest t with at least topK columns y ≥ t (ties at t all stay)
//   top-p: the greatest t with Σ p over y ≥ t at least topP: the smallest such set
// The greater of the two; a rule that is off (topK 0, topP ≥ 1) keeps everything. Floats ordered as integers are searched
// bit by bit from the top: 32 passes over the row, exact, no sort. One invocation owns one row; masses are summed in
// ascending columns. Overwrites.
// #include "grid.wgsl"
// #include "logits.wgsl"

struct Params {
  rows: u32, // M
  width: u32, // V
  topK: u32,
  topP: f32,
}

@group(0) @binding(0) var<storage, read> logits: array<Item>; // [M, V]
@group(0) @binding(1) var<storage, read> inverseTemperature: array<f32>; // [M]
@group(0) @binding(2) var<storage, read> stats: array<vec4f>; // [M, 4]
@group(0) @binding(3) var<storage, read_write> threshold: array<f32>; // [M]
@group(1) @binding(0) var<uniform> params: Params;

// Unsigned integers in the order of the floats.
fn ordered(y: vec4f) -> vec4u {
  let bits = bitcast<vec4u>(y);
  return select(bits | vec4u(0x80000000u), ~bits, bits >= vec4u(0x80000000u));
}

fn floatOf(order: u32) -> f32 {
  return bitcast<f32>(select(~order, order & 0x7fffffffu, order >= 0x80000000u));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let inverse = inverseTemperature[row];
  let s = stats[row];
  let mass = params.topP * s.y;
  var countBound = 0u; // greatest order so far that keeps enough columns
  var massBound = 0u; // greatest order so far that keeps enough mass
  for (var bit = 0x80000000u; bit != 0u; bit >>= 1u) {
    let tryCount = countBound | bit;
    let tryMass = massBound | bit;
    var kept = 0u;
    var keptMass = 0.0;
    for (var column = 0u; column < params.width; column += 4u) {
      let y = logitsAt(row, column, inverse);
      let order = ordered(y);
      let inCount = vec4u(order >= vec4u(tryCount));
      let e = select(vec4f(0.0), exp(y - s.x), order >= vec4u(tryMass));
      kept += inCount.x + inCount.y + inCount.z + inCount.w;
      keptMass += (e.x + e.y) + (e.z + e.w);
    }
    countBound = select(countBound, tryCount, kept >= params.topK);
    massBound = select(massBound, tryMass, keptMass >= mass);
  }
  var least = f32(LOWEST);
  if (params.topK != 0u && params.topK < params.width) {
    least = floatOf(countBound);
  }
  if (params.topP < 1.0 && massBound != 0u) {
    least = max(least, floatOf(massBound));
  }
  threshold[row] = least;
}
