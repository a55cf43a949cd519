// One invocation per item. A grid dimension holds at most 65535 workgroups, so the dispatcher folds longer lists of
// items into two dimensions, and this undoes the fold.
override WORKGROUP: u32 = 64u;

fn itemOf(id: vec3u, groups: vec3u) -> u32 {
  return id.y * (groups.x * WORKGROUP) + id.x;
}
