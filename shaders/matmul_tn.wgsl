// partial [chunk, m, n] = Σ over the chunk's k of a [k, m] b [k, n]          the gradient of a weight: a = gradOut, b = x
// One invocation owns 8 by 4 numbers of one chunk in registers. A chunk is chunkRows consecutive k, counted from 0; per
// number its k ascend in one chain of fma. sum_chunks then adds the chunks in order. m and n are multiples of 4.
// With one chunk the result may be added to out at once (accumulate), which gives the same bits. Else overwrites.
// #include "grid.wgsl"
// #include "share.wgsl"

struct Params {
  m4: u32,
  n4: u32,
  k: u32,
  chunks: u32,
  chunkRows: u32,
  accumulate: u32,
  b4: u32, // where b begins, / 4
}

@group(0) @binding(0) var<storage, read> x: array<vec4f>; // a [k, m]
@group(0) @binding(1) var<storage, read> b: array<vec4f>; // [k, n]
@group(0) @binding(2) var<storage, read_write> result: array<vec4f>; // [chunks, m, n]
@group(1) @binding(0) var<uniform> params: Params;

fn store(chunk: u32, row: u32, column4: u32, value: vec4f) {
  if (row >= params.m4 * 4u) {
    return;
  }
  let place = (chunk * params.m4 * 4u + row) * params.n4 + column4;
  if (params.accumulate != 0u) {
    result[place] = result[place] + value;
  } else {
    result[place] = value;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // Four neighbouring invocations, a quad, own neighbouring columns of the same rows, so that they can share loads.
  let index = itemOf(id, groups);
  let quads = (params.n4 + 3u) / 4u;
  let blocks = (params.m4 + 1u) / 2u;
  if (index / 4u >= quads * blocks * params.chunks) {
    return;
  }
  let quad = index % 4u;
  let column4 = min(index / 4u % quads * 4u + quad, params.n4 - 1u);
  let block = index / 4u / quads % blocks;
  let chunk = index / 4u / quads / blocks;
  // Two neighbours of four rows of m; the second may lie outside and is then a copy that is not stored.
  let block0 = block * 2u;
  let block1 = min(block * 2u + 1u, params.m4 - 1u);
  let begin = chunk * params.chunkRows;
  let count = min(params.chunkRows, params.k - begin);
  var c0 = vec4f();
  var c1 = vec4f();
  var c2 = vec4f();
  var c3 = vec4f();
  var c4 = vec4f();
  var c5 = vec4f();
  var c6 = vec4f();
  var c7 = vec4f();
  for (var i = 0u; i < count; i += 4u) {
    let mine = (begin + min(i + quad, count - 1u)) * params.m4;
    let k0 = begin + i;
    let k1 = begin + min(i + 1u, count - 1u);
    let k2 = begin + min(i + 2u, count - 1u);
    let k3 = begin + min(i + 3u, count - 1u);
    let held0 = own(mine + block0);
    let held1 = own(mine + block1);
    let p0 = row0(held0, k0 * params.m4 + block0);
    let q0 = row0(held1, k0 * params.m4 + block1);
    let p1 = row1(held0, k1 * params.m4 + block0);
    let q1 = row1(held1, k1 * params.m4 + block1);
    let p2 = row2(held0, k2 * params.m4 + block0);
    let q2 = row2(held1, k2 * params.m4 + block1);
    let p3 = row3(held0, k3 * params.m4 + block0);
    let q3 = row3(held1, k3 * params.m4 + block1);
    // A k past the end repeats the last one with factor 0, which leaves every bit of the sum as it was.
    let t0 = b[params.b4 + k0 * params.n4 + column4];
    let t1 = select(vec4f(), b[params.b4 + k1 * params.n4 + column4], i + 1u < count);
    let t2 = select(vec4f(), b[params.b4 + k2 * params.n4 + column4], i + 2u < count);
    let t3 = select(vec4f(), b[params.b4 + k3 * params.n4 + column4], i + 3u < count);
    c0 = fma(vec4f(p0.x), t0, c0);
    c1 = fma(vec4f(p0.y), t0, c1);
    c2 = fma(vec4f(p0.z), t0, c2);
    c3 = fma(vec4f(p0.w), t0, c3);
    c4 = fma(vec4f(q0.x), t0, c4);
    c5 = fma(vec4f(q0.y), t0, c5);
    c6 = fma(vec4f(q0.z), t0, c6);
    c7 = fma(vec4f(q0.w), t0, c7);
    c0 = fma(vec4f(p1.x), t1, c0);
    c1 = fma(vec4f(p1.y), t1, c1);
    c2 = fma(vec4f(p1.z), t1, c2);
    c3 = fma(vec4f(p1.w), t1, c3);
    c4 = fma(vec4f(q1.x), t1, c4);
    c5 = fma(vec4f(q1.y), t1, c5);
    c6 = fma(vec4f(q1.z), t1, c6);
    c7 = fma(vec4f(q1.w), t1, c7);
    c0 = fma(vec4f(p2.x), t2, c0);
    c1 = fma(vec4f(p2.y), t2, c1);
    c2 = fma(vec4f(p2.z), t2, c2);
    c3 = fma(vec4f(p2.w), t2, c3);
    c4 = fma(vec4f(q2.x), t2, c4);
    c5 = fma(vec4f(q2.y), t2, c5);
    c6 = fma(vec4f(q2.z), t2, c6);
    c7 = fma(vec4f(q2.w), t2, c7);
    c0 = fma(vec4f(p3.x), t3, c0);
    c1 = fma(vec4f(p3.y), t3, c1);
    c2 = fma(vec4f(p3.z), t3, c2);
    c3 = fma(vec4f(p3.w), t3, c3);
    c4 = fma(vec4f(q3.x), t3, c4);
    c5 = fma(vec4f(q3.y), t3, c5);
    c6 = fma(vec4f(q3.z), t3, c6);
    c7 = fma(vec4f(q3.w), t3, c7);
  }
  if (index / 4u % quads * 4u + quad >= params.n4) {
    return;
  }
  let row = block * 8u;
  store(chunk, row + 0u, column4, c0);
  store(chunk, row + 1u, column4, c1);
  store(chunk, row + 2u, column4, c2);
  store(chunk, row + 3u, column4, c3);
  store(chunk, row + 4u, column4, c4);
  store(chunk, row + 5u, column4, c5);
  store(chunk, row + 6u, column4, c6);
  store(chunk, row + 7u, column4, c7);
}
