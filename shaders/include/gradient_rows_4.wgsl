// Four columns of one part (a query, key or value head) of a row of qkv, of gradOut, and of gradQkv. For head widths that
// are multiples of 4. Needs params, qkv, gradOut, gradQkv as array<Item>.
fn partGroup(row: u32, part: u32, group: u32) -> vec4f {
  return qkv[(row * (params.heads + 2u * params.kvHeads) + part) * HEAD_GROUPS + group];
}

fn gradOutGroup(row: u32, head: u32, group: u32) -> vec4f {
  return gradOut[(row * params.heads + head) * HEAD_GROUPS + group];
}

fn putGroup(row: u32, part: u32, group: u32, value: vec4f) {
  gradQkv[(row * (params.heads + 2u * params.kvHeads) + part) * HEAD_GROUPS + group] = value;
}
