// Rotary positions: pairs (a, b) = (v[i], v[i + E/2]) turn by the angle of the row's position, (a·cos − b·sin, b·cos + a·sin).
// qkv [T, (H+2G)·E]: queries and keys are turned in place; the turned keys and the values also go to keys and values
// [C, G·E], to row (key row of the segment + position − its first position). angles [positions, E]: E/2 cosines, then E/2 sines.
// One invocation owns one head of one row; LANES divides E/2. Overwrites.
// #include "grid.wgsl"
// #include "lanes.wgsl"

struct Params {
  rows: u32,
  heads: u32, // H
  kvHeads: u32, // G
  half: u32, // E / 2 / LANES
}

@group(0) @binding(0) var<storage, read> positions: array<u32>; // [T]
@group(0) @binding(1) var<storage, read> segmentOf: array<u32>; // [T]
@group(0) @binding(2) var<storage, read> segments: array<vec4u>; // [S, 8]
@group(0) @binding(3) var<storage, read> angles: array<Item>; // [positions, E]
@group(0) @binding(4) var<storage, read_write> qkv: array<Item>; // [T, (H+2G)·E]
@group(0) @binding(5) var<storage, read_write> keys: array<Item>; // [C, G·E]
@group(0) @binding(6) var<storage, read_write> values: array<Item>; // [C, G·E]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  let parts = params.heads + 2u * params.kvHeads;
  if (index >= params.rows * parts) {
    return;
  }
  let row = index / parts;
  let head = index % parts;
  let width = 2u * params.half;
  let at = index * width;
  let position = positions[row];
  let segment = segments[segmentOf[row] * 2u]; // rowStart, rowCount, first position, first key row
  let keyRow = segment.w + position - segment.z;
  if (head >= params.heads + params.kvHeads) {
    let to = (keyRow * params.kvHeads + head - params.heads - params.kvHeads) * width;
    for (var i = 0u; i < width; i++) {
      values[to + i] = qkv[at + i];
    }
    return;
  }
  for (var i = 0u; i < params.half; i++) {
    let cosine = angles[position * width + i];
    let sine = angles[position * width + params.half + i];
    let a = qkv[at + i];
    let b = qkv[at + params.half + i];
    let turnedA = fma(a, cosine, -(b * sine));
    let turnedB = fma(b, cosine, a * sine);
    qkv[at + i] = turnedA;
    qkv[at + params.half + i] = turnedB;
    if (head >= params.heads) {
      let to = (keyRow * params.kvHeads + head - params.heads) * width + i;
      keys[to] = turnedA;
      keys[to + params.half] = turnedB;
    }
  }
}
