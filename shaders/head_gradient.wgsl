// In place, logits [M, width] of a chunk become gradients: weight · (1[column = target] − p) · inverseTemperature, with
// p = exp(y − max) / Σ from stats [M, 4] and weight [M] = dLoss/dlogprob.
// One invocation owns BLOCK consecutive columns of one row. Overwrites the logits.
// #include "grid.wgsl"
// #include "logits.wgsl"
// #include "logits_write.wgsl"

override BLOCK: u32 = 32u; // a multiple of 4

struct Params {
  rows: u32, // M
  width: u32,
  chunkStart: u32,
  blocks: u32, // ceil(width / BLOCK)
}

@group(0) @binding(0) var<storage, read_write> logits: array<Item>; // [M, width]
@group(0) @binding(1) var<storage, read> inverseTemperature: array<f32>; // [M]
@group(0) @binding(2) var<storage, read> targets: array<u32>; // [M]
@group(0) @binding(3) var<storage, read> stats: array<vec4f>; // [M, 4]
@group(0) @binding(4) var<storage, read> weights: array<f32>; // [M]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.rows * params.blocks) {
    return;
  }
  let row = index / params.blocks;
  let inverse = inverseTemperature[row];
  let s = stats[row];
  let weight = weights[row] * inverse;
  let hit = targets[row] - params.chunkStart; // wraps to a large number when the target lies before the chunk
  let start = (index % params.blocks) * BLOCK;
  for (var column = start; column < min(start + BLOCK, params.width); column += 4u) {
    let p = exp(logitsAt(row, column, inverse) - s.x) / s.y;
    let one = vec4f(vec4u(column, column + 1u, column + 2u, column + 3u) == vec4u(hit));
    putAt(row, column, (one - p) * weight);
  }
}
