// Which rows an invocation owns: ROWS neighbours of one slot. Tiles of the table hold eight rows or fewer; without a table
// all rows are of the base. Needs params with grouped and rows, and tiles.
struct Block {
  rowStart: u32,
  rows: u32, // 0: nothing to do
  slot: u32,
}

fn blockAt(index: u32) -> Block {
  if (params.grouped == 0u) {
    let start = index * ROWS;
    return Block(start, min(ROWS, params.rows - start), 0u);
  }
  let blocksOfTile = 8u / ROWS;
  let tile = tiles[index / blocksOfTile];
  let skip = min((index % blocksOfTile) * ROWS, tile.y);
  return Block(tile.x + skip, min(ROWS, tile.y - skip), tile.z);
}
