// norms [entry] = sqrt(Σ over the entry's blocks of scratch)          the second stage, blocks in ascending order
// Overwrites.
override WX: u32 = 64u;

struct Params {
  entryCount: u32,
}

@group(0) @binding(0) var<storage, read> scratch: array<f32>;
@group(0) @binding(1) var<storage, read> entries: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> norms: array<f32>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= params.entryCount) {
    return;
  }
  let entry = entries[id.x];
  var sum = 0.0;
  for (var i = 0u; i < entry.w; i++) {
    sum += scratch[entry.z + i];
  }
  norms[id.x] = sqrt(sum);
}
