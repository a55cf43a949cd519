// scratch [block] = Σ gradient² over a block          the first stage of the norm of each entry's gradient
// An entry is a range of the arena (an adapter, or a whole model): (start, length, first block, blocks). Blocks of 1024
// numbers are counted from the entry's own first number, so what else lies in the arena changes nothing. One invocation
// owns a block and walks it in ascending order. Overwrites.
override WX: u32 = 64u;

struct Params {
  blockLength: u32,
}

@group(0) @binding(0) var<storage, read> gradient: array<f32>;
@group(0) @binding(1) var<storage, read> entries: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> scratch: array<f32>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let entry = entries[id.y];
  if (id.x >= entry.w) {
    return;
  }
  let begin = id.x * params.blockLength;
  let count = min(params.blockLength, entry.y - begin);
  var sum = 0.0;
  for (var i = 0u; i < count; i++) {
    let value = gradient[entry.x + begin + i];
    sum = fma(value, value, sum);
  }
  scratch[entry.z + id.x] = sum;
}
