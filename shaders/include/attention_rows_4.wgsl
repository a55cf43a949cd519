// Four columns of one head of a query, key, value or output row. `at` is (key row · G + key-value head). For head widths
// that are multiples of 4. Needs params, qkv, keys, values, result as array<Item>.
fn partGroup(row: u32, part: u32, group: u32) -> vec4f {
  return qkv[(row * (params.heads + 2u * params.kvHeads) + part) * HEAD_GROUPS + group];
}

fn keyGroup(at: u32, group: u32) -> vec4f {
  return keys[at * HEAD_GROUPS + group];
}

fn valueGroup(at: u32, group: u32) -> vec4f {
  return values[at * HEAD_GROUPS + group];
}

fn putGroup(row: u32, head: u32, group: u32, value: vec4f) {
  result[(row * params.heads + head) * HEAD_GROUPS + group] = value;
}
