// partial [chunk] = Σ over the chunk's rows of wide ⊗ narrow          the gradient of the factors, in two roles
//   A: wide = x [T, K], narrow = gradHidden: partial [P·R, K], every projection against all of K
//   B: wide = gradOut [T, N], narrow = hidden: partial [N, R], a column against the ranks of its own projection
// A chunk is a run of rows of one slot, counted from the slot's own first row, so that another adapter in the pass changes
// nothing. One invocation owns 4 columns of wide by 4 ranks; per number the rows ascend in one chain of fma.
// adapter_gradient_sum adds the chunks in order. Overwrites.
override WX: u32 = 8u;
override WY: u32 = 8u;
/** 1: role B. */
override ROLE_B: bool = false;

struct Params {
  chunkCount: u32,
  wide4: u32, // K / 4 or N / 4
  hidden4: u32, // P·R / 4
  rank4: u32, // R / 4
  end0: u32, // first column of the second projection (role B)
  end1: u32, // first column of the third projection (role B)
}

@group(0) @binding(0) var<storage, read> wide: array<vec4f>;
@group(0) @binding(1) var<storage, read> narrow: array<vec4f>; // [T, P·R]
@group(0) @binding(2) var<storage, read> chunks: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> partial: array<vec4f>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX, WY)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let ranks = select(params.hidden4, params.rank4, ROLE_B);
  if (id.x >= params.wide4 || id.y >= ranks) {
    return;
  }
  var rank = id.y;
  if (ROLE_B) {
    let column = id.x * 4u;
    rank += select(0u, params.rank4, column >= params.end0) + select(0u, params.rank4, column >= params.end1);
  }
  let chunk = chunks[id.z];
  var c0 = vec4f();
  var c1 = vec4f();
  var c2 = vec4f();
  var c3 = vec4f();
  for (var i = 0u; i < chunk.y; i++) {
    let w = wide[(chunk.x + i) * params.wide4 + id.x];
    let h = narrow[(chunk.x + i) * params.hidden4 + rank];
    if (ROLE_B) {
      c0 = fma(vec4f(w.x), h, c0);
      c1 = fma(vec4f(w.y), h, c1);
      c2 = fma(vec4f(w.z), h, c2);
      c3 = fma(vec4f(w.w), h, c3);
    } else {
      c0 = fma(vec4f(h.x), w, c0);
      c1 = fma(vec4f(h.y), w, c1);
      c2 = fma(vec4f(h.z), w, c2);
      c3 = fma(vec4f(h.w), w, c3);
    }
  }
  let start = id.z * params.wide4 * ranks * 4u;
  let stride = select(params.wide4, ranks, ROLE_B);
  let place = start + select(id.y * 4u * stride + id.x, id.x * 4u * stride + id.y, ROLE_B);
  partial[place] = c0;
  partial[place + stride] = c1;
  partial[place + 2u * stride] = c2;
  partial[place + 3u * stride] = c3;
}
