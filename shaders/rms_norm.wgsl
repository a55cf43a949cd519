// out = x · inverse · gain, inverse [T] = 1 / sqrt(mean(x²) + epsilon)          x, out [T, D], gain [D]
// One invocation owns one row. The squares are summed in ascending columns, LANES chains side by side. Overwrites out
// and inverse; the backward pass reads inverse.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  items: u32, // D / LANES
  epsilon: f32,
}

@group(0) @binding(0) var<storage, read> x: array<Item>; // [T, D]
@group(0) @binding(1) var<storage, read> gain: array<Item>; // [D]
@group(0) @binding(2) var<storage, read_write> result: array<Item>; // [T, D]
@group(0) @binding(3) var<storage, read_write> inverse: array<f32>; // [T]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let start = row * params.items;
  var squares = Item(0.0);
  for (var i = 0u; i < params.items; i++) {
    let value = x[start + i];
    squares = fma(value, value, squares);
  }
  let scale = inverseSqrt(total(squares) / f32(params.items * LANES) + params.epsilon);
  for (var i = 0u; i < params.items; i++) {
    result[start + i] = x[start + i] * scale * gain[i];
  }
  inverse[row] = scale;
}
