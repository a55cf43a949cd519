// out [T, D] = table [V, D] at tokens [T]
// One invocation copies one Item (LANES numbers) of one row. Overwrites out.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  items: u32, // D / LANES
}

@group(0) @binding(0) var<storage, read> tokens: array<u32>; // [T]
@group(0) @binding(1) var<storage, read> table: array<Item>; // [V, D]
@group(0) @binding(2) var<storage, read_write> result: array<Item>; // [T, D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.rows * params.items) {
    return;
  }
  let row = index / params.items;
  let item = index % params.items;
  result[index] = table[tokens[row] * params.items + item];
}
