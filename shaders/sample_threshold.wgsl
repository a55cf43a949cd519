// threshold [M]: the least y that top-k and top-p keep, y = logit · inverseTemperature, from whole rows of logits [M, V].
//   top-k: the greatest t with at least topK columns y ≥ t (ties at t all stay)
//   top-p: the greatest t with Σ p over y ≥ t at least topP: the smallest such set
// The greater of the two; a rule that is off (topK 0, topP ≥ 1) keeps everything. Floats ordered as integers are searched two
// bits at a time from the top: 16 passes over the row, exact, no sort. Groups below what was found so far are never kept
// again, and are passed over. One invocation owns one row; masses are summed in ascending columns. Overwrites.
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

fn inGroup(order: vec4u, bound: u32) -> u32 {
  let inside = vec4u(order >= vec4u(bound));
  return inside.x + inside.y + inside.z + inside.w;
}

fn massIn(mass: vec4f, order: vec4u, bound: u32) -> f32 {
  let e = select(vec4f(0.0), mass, order >= vec4u(bound));
  return (e.x + e.y) + (e.z + e.w);
}

// The greatest of three ascending tries that keeps enough; what was there when none does.
fn greatest(bound: u32, tries: vec3u, enough: vec3<bool>) -> u32 {
  return select(select(select(bound, tries.x, enough.x), tries.y, enough.y), tries.z, enough.z);
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let inverse = inverseTemperature[row];
  let s = stats[row];
  let counts = params.topK != 0u && params.topK < params.width;
  let weighs = params.topP < 1.0;
  let mass = params.topP * s.y;
  var countBound = 0u; // greatest order so far that keeps enough columns
  var massBound = 0u; // greatest order so far that keeps enough mass
  for (var digit = 0u; digit < 16u; digit++) {
    let step = vec3u(1u, 2u, 3u) << vec3u(30u - 2u * digit);
    let tryCount = vec3u(countBound) | step;
    let tryMass = vec3u(massBound) | step;
    let lowest = min(select(0xffffffffu, tryCount.x, counts), select(0xffffffffu, tryMass.x, weighs));
    var kept = vec3u(0u);
    var keptMass = vec3f(0.0);
    for (var column = 0u; column < params.width; column += 4u) {
      let y = logitsAt(row, column, inverse);
      let order = ordered(y);
      if (max(max(order.x, order.y), max(order.z, order.w)) < lowest) {
        continue;
      }
      if (counts) {
        kept += vec3u(inGroup(order, tryCount.x), inGroup(order, tryCount.y), inGroup(order, tryCount.z));
      }
      if (weighs) {
        let e = exp(y - s.x);
        keptMass += vec3f(massIn(e, order, tryMass.x), massIn(e, order, tryMass.y), massIn(e, order, tryMass.z));
      }
    }
    countBound = greatest(countBound, tryCount, kept >= vec3u(params.topK));
    massBound = greatest(massBound, tryMass, keptMass >= vec3f(mass));
  }
  var least = f32(LOWEST);
  if (counts) {
    least = floatOf(countBound);
  }
  if (weighs && massBound != 0u) {
    least = max(least, floatOf(massBound));
  }
  threshold[row] = least;
}
