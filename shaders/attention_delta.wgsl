// delta [T, H] = Σ over the head's columns of out · gradOut          out, gradOut [T, H·E]
// What the softmax's normalisation takes from each score's gradient. One invocation owns one head of one row; ascending
// columns, LANES chains side by side. Overwrites.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  heads: u32, // T·H
  items: u32, // E / LANES
}

@group(0) @binding(0) var<storage, read> forward: array<Item>; // [T, H·E]: out
@group(0) @binding(1) var<storage, read> gradOut: array<Item>; // [T, H·E]
@group(0) @binding(2) var<storage, read_write> delta: array<f32>; // [T, H]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.heads) {
    return;
  }
  var sum = Item(0.0);
  for (var i = 0u; i < params.items; i++) {
    sum = fma(forward[index * params.items + i], gradOut[index * params.items + i], sum);
  }
  delta[index] = total(sum);
}
