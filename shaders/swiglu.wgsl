// out [T, F] = silu(gate) · up, silu(g) = g / (1 + exp(−g))          gateUp [T, 2F]: gate, then up
// One invocation computes one Item. Overwrites out.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  items: u32, // F / LANES
}

@group(0) @binding(0) var<storage, read> gateUp: array<Item>; // [T, 2F]
@group(0) @binding(1) var<storage, read_write> result: array<Item>; // [T, F]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.rows * params.items) {
    return;
  }
  let at = (index / params.items) * 2u * params.items + index % params.items;
  let gate = gateUp[at];
  let up = gateUp[at + params.items];
  // Past 80 the quotient is zero to the last bit that matters, and the exponential stays finite.
  result[index] = gate / (exp(min(-gate, Item(80.0))) + Item(1.0)) * up;
}
