// Moves the action mask on: maskRows [M] = the state that the sampled token of the row leads to, from the entries
// maskStates[state] of maskTokens and maskNext. A row without a mask, or whose state does not know the token, stays as it is.
// One invocation owns one row. Overwrites.
// #include "grid.wgsl"

const UNMASKED = 0xffffffffu;

struct Params {
  rows: u32, // M
}

@group(0) @binding(0) var<storage, read> tokens: array<u32>; // [M]
@group(0) @binding(1) var<storage, read_write> maskRows: array<u32>; // [M]
@group(0) @binding(2) var<storage, read> maskStates: array<vec2u>; // (first entry, the one behind the last)
@group(0) @binding(3) var<storage, read> maskTokens: array<u32>;
@group(0) @binding(4) var<storage, read> maskNext: array<u32>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows || maskRows[row] == UNMASKED) {
    return;
  }
  let token = tokens[row];
  let bounds = maskStates[maskRows[row]];
  for (var entry = bounds.x; entry < bounds.y; entry++) {
    if (maskTokens[entry] == token) {
      maskRows[row] = maskNext[entry];
      return;
    }
  }
}
