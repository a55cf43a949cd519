// Four columns of one part (a query, key or value head) of a row of qkv, of gradOut, and of gradQkv. For any head width E:
// columns past it are read as zero and never written. Needs params, qkv, gradOut, gradQkv as array<Item>.
fn partGroup(row: u32, part: u32, group: u32) -> vec4f {
  let start = (row * (params.heads + 2u * params.kvHeads) + part) * params.headWidth + 4u * group;
  var found = vec4f(0.0);
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    found[i] = qkv[start + i];
  }
  return found;
}

fn gradOutGroup(row: u32, head: u32, group: u32) -> vec4f {
  let start = (row * params.heads + head) * params.headWidth + 4u * group;
  var found = vec4f(0.0);
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    found[i] = gradOut[start + i];
  }
  return found;
}

fn putGroup(row: u32, part: u32, group: u32, value: vec4f) {
  let start = (row * (params.heads + 2u * params.kvHeads) + part) * params.headWidth + 4u * group;
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    gradQkv[start + i] = value[i];
  }
}
