// From stats [M, 4] of head_stats.wgsl:
//   logprob [M] = y(target) − (max + log Σ)          entropy [M] = log Σ − (Σ exp(y − max)·(y − max)) / Σ, in nats
// One invocation owns one row. Overwrites both.
// #include "grid.wgsl"

struct Params {
  rows: u32, // M
}

@group(0) @binding(0) var<storage, read> stats: array<vec4f>; // [M, 4]
@group(0) @binding(1) var<storage, read_write> logprobs: array<f32>; // [M]
@group(0) @binding(2) var<storage, read_write> entropies: array<f32>; // [M]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let s = stats[row];
  let logSum = log(s.y);
  // Differences of near numbers first: the logprob of a sure token keeps its digits.
  logprobs[row] = (s.w - s.x) - logSum;
  entropies[row] = max(0.0, logSum - s.z / s.y);
}
