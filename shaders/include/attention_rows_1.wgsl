// Four columns of one head of a query, key, value or output row. `at` is (key row · G + key-value head). For any head
// width E: columns past it are read as zero and never written. Needs params, qkv, keys, values, result as array<Item>.
fn partGroup(row: u32, part: u32, group: u32) -> vec4f {
  let start = (row * (params.heads + 2u * params.kvHeads) + part) * params.headWidth;
  var found = vec4f(0.0);
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    found[i] = qkv[start + 4u * group + i];
  }
  return found;
}

fn keyGroup(at: u32, group: u32) -> vec4f {
  var found = vec4f(0.0);
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    found[i] = keys[at * params.headWidth + 4u * group + i];
  }
  return found;
}

fn valueGroup(at: u32, group: u32) -> vec4f {
  var found = vec4f(0.0);
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    found[i] = values[at * params.headWidth + 4u * group + i];
  }
  return found;
}

fn putGroup(row: u32, head: u32, group: u32, value: vec4f) {
  let start = (row * params.heads + head) * params.headWidth;
  for (var i = 0u; i < min(4u, params.headWidth - 4u * group); i++) {
    result[start + 4u * group + i] = value[i];
  }
}
