// gradGateUp [T, 2F] from gradOut [T, F], with s = 1 / (1 + exp(−gate)):
//   gradGate = gradOut · up · s · (1 + gate · (1 − s))          gradUp = gradOut · gate · s
// One invocation computes one Item of both. Overwrites gradGateUp.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  items: u32, // F / LANES
}

@group(0) @binding(0) var<storage, read> gateUp: array<Item>; // [T, 2F]
@group(0) @binding(1) var<storage, read> gradOut: array<Item>; // [T, F]
@group(0) @binding(2) var<storage, read_write> gradGateUp: array<Item>; // [T, 2F]
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
  let grad = gradOut[index];
  let sigmoid = Item(1.0) / (exp(min(-gate, Item(80.0))) + Item(1.0));
  gradGateUp[at] = grad * up * sigmoid * fma(gate, Item(1.0) - sigmoid, Item(1.0));
  gradGateUp[at + params.items] = grad * gate * sigmoid;
}
