// out [m, n] (+)= op(a) op(b)          any layout, any size: the strides say which operand is transposed
// The plain version: one invocation owns one number of the result and walks k in ascending order. The fast versions
// (matmul_nt, matmul_nn, matmul_tn) hold a block of results in registers and give the same bits.
// Overwrites, or adds the finished sum to what out holds.
override WX: u32 = 8u;
override WY: u32 = 8u;

struct Params {
  m: u32,
  n: u32,
  k: u32,
  aRow: u32, // distance in a between neighbours in m
  aSum: u32, // distance in a between neighbours in k
  bStart: u32, // where b begins
  bSum: u32,
  bColumn: u32,
  accumulate: u32,
}

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<f32>; // [m, n]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX, WY)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.y;
  let column = id.x;
  if (row >= params.m || column >= params.n) {
    return;
  }
  var sum = 0.0;
  for (var i = 0u; i < params.k; i++) {
    sum = fma(a[row * params.aRow + i * params.aSum], b[params.bStart + i * params.bSum + column * params.bColumn], sum);
  }
  let place = row * params.n + column;
  if (params.accumulate != 0u) {
    sum += result[place];
  }
  result[place] = sum;
}
