// gradArena += Σ over a slot's chunks of partial, at the factors' own offsets          the second stage of adapter_gradient
// One invocation owns 4 numbers of one slot and adds its chunks in ascending order; the total is then added to what the
// arena holds. Accumulates, so that several calls before an optimizer step add up.
override WX: u32 = 64u;
/** 1: role B. */
override ROLE_B: bool = false;

struct Params {
  slotCount: u32,
  wide4: u32, // K / 4 or N / 4
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
  end0: u32,
  end1: u32,
  entry: u32,
  entries: u32,
}

@group(0) @binding(0) var<storage, read> partial: array<vec4f>;
@group(0) @binding(1) var<storage, read> slotChunks: array<vec4u>; // [slots in use]: slot, first chunk, chunks, 0
@group(0) @binding(2) var<storage, read> table: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> gradArena: array<vec4f>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = slotChunks[id.y];
  let size = params.wide4 * 4u * select(params.hidden4, params.rank4, ROLE_B);
  if (id.x >= size) {
    return;
  }
  var part = 0u;
  var place = 0u;
  var inside = false;
  if (ROLE_B) {
    let column = id.x / params.rank4;
    let j4 = id.x % params.rank4;
    let second = column >= params.end0;
    let third = column >= params.end1;
    part = select(select(0u, 1u, second), 2u, third);
    let factors = table[slot.x * params.entries + params.entry + part];
    let ranks4 = factors.x / 4u;
    let first = select(select(0u, params.end0, second), params.end1, third);
    place = factors.z / 4u + (column - first) * ranks4 + j4;
    inside = j4 < ranks4;
  } else {
    let row = id.x / params.wide4;
    let ranks = params.rank4 * 4u;
    part = row / ranks;
    let factors = table[slot.x * params.entries + params.entry + part];
    let rank = row % ranks;
    place = factors.y / 4u + rank * params.wide4 + id.x % params.wide4;
    inside = rank < factors.x;
  }
  if (!inside) {
    return;
  }
  var sum = vec4f();
  for (var chunk = 0u; chunk < slot.z; chunk++) {
    sum += partial[(slot.y + chunk) * size + id.x];
  }
  gradArena[place] += sum;
}
