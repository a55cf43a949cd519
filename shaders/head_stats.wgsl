// Folds a chunk of logits [M, width] into stats [M, 4] = (max, Σ exp(y − max), Σ exp(y − max)·(y − max), y of the target),
// y = logit · inverseTemperature, without keeping the batch's logits (online softmax):
//   m' = max(m, y₀ … y₃)      s' = s · exp(m − m') + Σ exp(yᵢ − m')      w' = (w + s · (m − m')) · exp(m − m') + Σ exp(yᵢ − m')·(yᵢ − m')
// w counts from the maximum, so that the entropy of a nearly sure token keeps its digits.
// One invocation owns one row. Columns fold in groups of four, counted from column 0 of the vocabulary, in ascending
// order, so that the bits depend neither on the chunks nor on the other rows. Accumulates; `first` starts anew.
// #include "grid.wgsl"
// #include "logits.wgsl"

// Below this a term is nothing beside the 1 of the maximum, and products with it stay finite.
const FLOOR = -1e4;

struct Params {
  rows: u32, // M
  width: u32,
  chunkStart: u32,
  first: u32,
}

@group(0) @binding(0) var<storage, read> logits: array<Item>; // [M, width]
@group(0) @binding(1) var<storage, read> inverseTemperature: array<f32>; // [M]
@group(0) @binding(2) var<storage, read> targets: array<u32>; // [M]
@group(0) @binding(3) var<storage, read_write> stats: array<vec4f>; // [M, 4]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  var folded = vec4f(LOWEST, 0.0, 0.0, 0.0);
  if (params.first == 0u) {
    folded = stats[row];
  }
  let inverse = inverseTemperature[row];
  var highest = folded.x;
  var sum = folded.y;
  var weighted = folded.z;
  for (var column = 0u; column < params.width; column += 4u) {
    let y = logitsAt(row, column, inverse);
    let higher = max(highest, max(max(y.x, y.y), max(y.z, y.w)));
    let shrink = exp(highest - higher);
    let d = max(y - higher, vec4f(FLOOR));
    let e = exp(d);
    weighted = fma(fma(sum, highest - higher, weighted), shrink, fma(e.w, d.w, fma(e.z, d.z, fma(e.y, d.y, e.x * d.x))));
    sum = fma(sum, shrink, (e.x + e.y) + (e.z + e.w));
    highest = higher;
  }
  let target_ = targets[row];
  var targetY = folded.w;
  if (target_ >= params.chunkStart && target_ < params.chunkStart + params.width) {
    let column = target_ - params.chunkStart;
    targetY = logitsAt(row, column - column % 4u, inverse)[column % 4u];
  }
  stats[row] = vec4f(highest, sum, weighted, targetY);
}
