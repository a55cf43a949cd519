// Walks the key rows that a segment sees, by logical position: the ranges of its ancestors in order, then its own keys.
// Positions must be asked for in ascending order. Needs `ranges`.
struct KeyCursor {
  entry: u32, // next range to enter
  lastEntry: u32,
  end: u32, // first position past the current range
  shift: u32, // key row − position within the current range, modulo 2³²
  ownStart: u32, // first position of the segment itself
  ownShift: u32,
}

fn cursorAtStart(segment: vec4u, links: vec4u) -> KeyCursor {
  return KeyCursor(links.x, links.x + links.y, 0u, 0u, segment.z, segment.w - segment.z);
}

fn cursorKey(cursor: ptr<function, KeyCursor>, position: u32) -> u32 {
  if (position >= (*cursor).ownStart) {
    return position + (*cursor).ownShift;
  }
  while (position >= (*cursor).end && (*cursor).entry < (*cursor).lastEntry) {
    let range = ranges[(*cursor).entry];
    (*cursor).shift = range.x - (*cursor).end;
    (*cursor).end += range.y;
    (*cursor).entry++;
  }
  return position + (*cursor).shift;
}

// The key rows of four consecutive positions; those past `last` stand in as `last`.
fn cursorQuad(cursor: ptr<function, KeyCursor>, position: u32, last: u32) -> vec4u {
  let a = cursorKey(cursor, position);
  let b = cursorKey(cursor, min(position + 1u, last));
  let c = cursorKey(cursor, min(position + 2u, last));
  let d = cursorKey(cursor, min(position + 3u, last));
  return vec4u(a, b, c, d);
}
