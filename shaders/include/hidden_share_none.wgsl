// Every lane loads all of its rows of `hidden` itself. Same bits as hidden_share_quad.
fn ownHidden(address: u32) -> vec4f {
  return vec4f();
}
fn hidden0(held: vec4f, address: u32) -> vec4f {
  return hidden[address];
}
fn hidden1(held: vec4f, address: u32) -> vec4f {
  return hidden[address];
}
fn hidden2(held: vec4f, address: u32) -> vec4f {
  return hidden[address];
}
fn hidden3(held: vec4f, address: u32) -> vec4f {
  return hidden[address];
}
