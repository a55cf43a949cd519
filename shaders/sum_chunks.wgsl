// out [D] += sum over chunks of partial [chunks, D]
// The second stage of a sum over many rows. One invocation owns one Item and adds the chunks in ascending order; that
// total is then added to what out holds. Accumulates.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  chunks: u32,
  items: u32, // D / LANES
}

@group(0) @binding(0) var<storage, read> partial: array<Item>; // [chunks, D]
@group(0) @binding(1) var<storage, read_write> result: array<Item>; // [D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let item = itemOf(id, groups);
  if (item >= params.items) {
    return;
  }
  var sum = Item(0.0);
  for (var chunk = 0u; chunk < params.chunks; chunk++) {
    sum += partial[chunk * params.items + item];
  }
  result[item] += sum;
}
