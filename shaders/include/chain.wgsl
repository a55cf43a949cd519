// sum + x₀y₀ + x₁y₁ + x₂y₂ + x₃y₃, one fma after the other, for each row of a block. Needs queries.wgsl.
fn chain(sum: PerQuery, x: Columns, y: vec4f) -> PerQuery {
  return fma(x[3], PerQuery(y.w), fma(x[2], PerQuery(y.z), fma(x[1], PerQuery(y.y), fma(x[0], PerQuery(y.x), sum))));
}

// The same for four columns at once: sums += x₀·y₀ + … + x₃·y₃, where each y holds four columns of one key or row.
fn chainColumns(sums: Columns, x: Columns, y0: vec4f, y1: vec4f, y2: vec4f, y3: vec4f) -> Columns {
  return Columns(
    chain(sums[0], x, vec4f(y0.x, y1.x, y2.x, y3.x)),
    chain(sums[1], x, vec4f(y0.y, y1.y, y2.y, y3.y)),
    chain(sums[2], x, vec4f(y0.z, y1.z, y2.z, y3.z)),
    chain(sums[3], x, vec4f(y0.w, y1.w, y2.w, y3.w)),
  );
}
