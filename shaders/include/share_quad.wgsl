// Four neighbouring lanes work on the same eight rows: each loads two of them, and the quad passes them round. Saves
// three of four loads. Operands are shared, never sums, so the bits are those of share_none.
fn own(address: u32) -> vec4f {
  return x[address];
}
fn row0(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 0u);
}
fn row1(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 1u);
}
fn row2(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 2u);
}
fn row3(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 3u);
}
