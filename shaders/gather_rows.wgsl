// out [M, D] = x [T, D] at rows [M]
// One invocation copies one Item of one row. Overwrites out.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  count: u32, // M
  items: u32, // D / LANES
}

@group(0) @binding(0) var<storage, read> x: array<Item>; // [T, D]
@group(0) @binding(1) var<storage, read> rows: array<u32>; // [M]
@group(0) @binding(2) var<storage, read_write> result: array<Item>; // [M, D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.count * params.items) {
    return;
  }
  result[index] = x[rows[index / params.items] * params.items + index % params.items];
}
