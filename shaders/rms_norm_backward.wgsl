// gradX += inverse · gradOut · gain − x · inverse³ · mean(gradOut · gain · x)          x, gradOut, gradX [T, D]
// The second term is the gradient through the norm itself. One invocation owns one row; its sum runs in ascending
// columns, LANES chains side by side. Accumulates in gradX: the residual's gradient is already there.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  items: u32, // D / LANES
}

@group(0) @binding(0) var<storage, read> x: array<Item>; // [T, D]
@group(0) @binding(1) var<storage, read> gain: array<Item>; // [D]
@group(0) @binding(2) var<storage, read> inverse: array<f32>; // [T]
@group(0) @binding(3) var<storage, read> gradOut: array<Item>; // [T, D]
@group(0) @binding(4) var<storage, read_write> gradX: array<Item>; // [T, D]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  let start = row * params.items;
  var products = Item(0.0);
  for (var i = 0u; i < params.items; i++) {
    products = fma(gradOut[start + i] * gain[i], x[start + i], products);
  }
  let scale = inverse[row];
  let along = -scale * scale * scale * total(products) / f32(params.items * LANES);
  for (var i = 0u; i < params.items; i++) {
    let direct = fma(gradOut[start + i] * gain[i], Item(scale), gradX[start + i]);
    gradX[start + i] = fma(x[start + i], Item(along), direct);
  }
}
