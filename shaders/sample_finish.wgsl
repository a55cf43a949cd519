// Ends a sampling step: the chosen token of candidates [M, 4] goes to tokens [tokenOffset + row], and its y into the
// fourth column of stats [M, 4], where head_finish.wgsl takes it for the target's. One invocation owns one row. Overwrites.
// #include "grid.wgsl"

struct Params {
  rows: u32, // M
  tokenOffset: u32,
}

@group(0) @binding(0) var<storage, read> candidates: array<vec4u>; // [M, 4], as bits: a token is no float
@group(0) @binding(1) var<storage, read_write> stats: array<vec4f>; // [M, 4]
@group(0) @binding(2) var<storage, read_write> tokens: array<u32>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let candidate = candidates[row];
  tokens[params.tokenOffset + row] = candidate.z;
  stats[row].w = bitcast<f32>(candidate.y);
}
