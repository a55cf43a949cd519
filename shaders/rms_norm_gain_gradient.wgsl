// partial [chunks, D] = sum over the rows of a chunk of gradOut · x · inverse          x, gradOut [T, D], inverse [T]
// First of two stages (then sum_chunks.wgsl). One invocation owns one Item of one chunk of CHUNK_ROWS rows, counted
// from row 0, and adds its rows in ascending order. Overwrites partial.
// #include "grid.wgsl"
// #include "lanes.wgsl"

override CHUNK_ROWS: u32 = 256u;

struct Params {
  rows: u32,
  items: u32, // D / LANES
  chunks: u32,
}

@group(0) @binding(0) var<storage, read> x: array<Item>; // [T, D]
@group(0) @binding(1) var<storage, read> inverse: array<f32>; // [T]
@group(0) @binding(2) var<storage, read> gradOut: array<Item>; // [T, D]
@group(0) @binding(3) var<storage, read_write> partial: array<Item>; // [chunks, D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.chunks * params.items) {
    return;
  }
  let first = (index / params.items) * CHUNK_ROWS;
  let item = index % params.items;
  var sum = Item(0.0);
  for (var row = first; row < min(first + CHUNK_ROWS, params.rows); row++) {
    let at = row * params.items + item;
    sum = fma(gradOut[at] * x[at], Item(inverse[row]), sum);
  }
  partial[index] = sum;
}
