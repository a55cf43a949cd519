// The action mask, in place on a chunk of logits [M, width]: a column that the row's state does not allow becomes FORBIDDEN, so far
// below every other that its probability is exactly 0 in all that follows; allowed columns keep their bits. A row without a
// mask (UNMASKED) is left as it is. One invocation owns BLOCK consecutive columns of one row. Overwrites what is forbidden.
// #include "grid.wgsl"

override BLOCK: u32 = 32u;

const UNMASKED = 0xffffffffu;
// Finite, whatever the temperature and however many columns add up.
const FORBIDDEN = -1e30;

struct Params {
  rows: u32, // M
  width: u32,
  chunkStart: u32,
  blocks: u32, // ceil(width / BLOCK)
}

@group(0) @binding(0) var<storage, read_write> logits: array<f32>; // [M, width]
@group(0) @binding(1) var<storage, read> maskRows: array<u32>; // [M]
@group(0) @binding(2) var<storage, read> maskStates: array<vec2u>; // (first entry, the one behind the last)
@group(0) @binding(3) var<storage, read> maskTokens: array<u32>; // ascending within a state
@group(1) @binding(0) var<uniform> params: Params;

// The first entry of [low, high) whose token is at least `column`.
fn entryFrom(bounds: vec2u, column: u32) -> u32 {
  var low = bounds.x;
  var high = bounds.y;
  while (low < high) {
    let middle = (low + high) / 2u;
    if (maskTokens[middle] < column) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low;
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  if (index >= params.rows * params.blocks) {
    return;
  }
  let row = index / params.blocks;
  if (maskRows[row] == UNMASKED) {
    return;
  }
  let bounds = maskStates[maskRows[row]];
  let start = (index % params.blocks) * BLOCK;
  var entry = entryFrom(bounds, params.chunkStart + start);
  for (var column = start; column < min(start + BLOCK, params.width); column++) {
    if (entry < bounds.y && maskTokens[entry] == params.chunkStart + column) {
      entry++;
    } else {
      logits[row * params.width + column] = FORBIDDEN;
    }
  }
}
