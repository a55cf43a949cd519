// gradTable [V, D] += the rows of gradOut [T, D] that read each token
// Rows come sorted by token: order [T] lists them, starts [V + 1] says where each token's rows begin. One invocation
// owns one Item of one token and adds its rows in ascending order. Accumulates; tokens without rows stay as they are.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  vocabulary: u32,
  items: u32, // D / LANES
}

@group(0) @binding(0) var<storage, read> order: array<u32>; // [T]
@group(0) @binding(1) var<storage, read> starts: array<u32>; // [V + 1]
@group(0) @binding(2) var<storage, read> gradOut: array<Item>; // [T, D]
@group(0) @binding(3) var<storage, read_write> gradTable: array<Item>; // [V, D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.vocabulary * params.items) {
    return;
  }
  let token = index / params.items;
  let item = index % params.items;
  let end = starts[token + 1u];
  var entry = starts[token];
  if (entry == end) {
    return;
  }
  var sum = Item(0.0);
  for (; entry < end; entry++) {
    sum += gradOut[order[entry] * params.items + item];
  }
  gradTable[index] += sum;
}
