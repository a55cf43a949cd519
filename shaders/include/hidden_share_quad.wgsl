// Four neighbouring lanes work on the same rows of `hidden`: see share_quad.wgsl.
fn ownHidden(address: u32) -> vec4f {
  return hidden[address];
}
fn hidden0(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 0u);
}
fn hidden1(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 1u);
}
fn hidden2(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 2u);
}
fn hidden3(held: vec4f, address: u32) -> vec4f {
  return quadBroadcast(held, 3u);
}
