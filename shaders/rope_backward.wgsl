// The rotation of rope.wgsl undone on gradients: (a·cos + b·sin, b·cos − a·sin), since a rotation's transpose is its inverse.
// gradQkv [T, (H+2G)·E]: gradients of queries and keys turn back in place, those of values stay.
// One invocation owns one head of one row; LANES divides E/2. Overwrites in place.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  heads: u32, // H
  kvHeads: u32, // G
  half: u32, // E / 2 / LANES
}

@group(0) @binding(0) var<storage, read> positions: array<u32>; // [T]
@group(0) @binding(1) var<storage, read> angles: array<Item>; // [positions, E]
@group(0) @binding(2) var<storage, read_write> gradQkv: array<Item>; // [T, (H+2G)·E]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  let turned = params.heads + params.kvHeads;
  if (index >= params.rows * turned) {
    return;
  }
  let row = index / turned;
  let head = index % turned;
  let width = 2u * params.half;
  let at = (row * (turned + params.kvHeads) + head) * width;
  let angle = positions[row] * width;
  for (var i = 0u; i < params.half; i++) {
    let cosine = angles[angle + i];
    let sine = angles[angle + params.half + i];
    let a = gradQkv[at + i];
    let b = gradQkv[at + params.half + i];
    gradQkv[at + i] = fma(a, cosine, b * sine);
    gradQkv[at + params.half + i] = fma(b, cosine, -(a * sine));
  }
}
