// Every lane loads all of its rows itself: for devices without subgroups. Same bits as share_quad.
fn own(address: u32) -> vec4f {
  return vec4f();
}
fn row0(held: vec4f, address: u32) -> vec4f {
  return x[address];
}
fn row1(held: vec4f, address: u32) -> vec4f {
  return x[address];
}
fn row2(held: vec4f, address: u32) -> vec4f {
  return x[address];
}
fn row3(held: vec4f, address: u32) -> vec4f {
  return x[address];
}
