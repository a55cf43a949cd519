// One row against four columns. Ascending, one fma after the other, so that every tiling gives the same bits.
/** Four steps of a number's chain, for four columns: rows of t are k, k+1, k+2, k+3. */
fn chain(a: vec4f, t: mat4x4f, sum: vec4f) -> vec4f {
  return fma(vec4f(a.w), t[3], fma(vec4f(a.z), t[2], fma(vec4f(a.y), t[1], fma(vec4f(a.x), t[0], sum))));
}
