// out [T, H·E] = causal attention of each row over its key ranges, and logSumExp [T, H]; scale 1/√E
//   m' = max(m, s); l = l·exp(m − m') + Σ exp(s − m'); o = o·exp(m − m') + Σ exp(s − m')·v; out = o / l        (online softmax)
// qkv [T, (H+2G)·E] holds the queries; keys, values [C, G·E]. A row sees its segment's ancestors, ranges of key rows in
// logical order, then the keys of its own segment up to itself. Keys are taken in tiles of 16 counted from logical position 0:
// within a tile the scores, their maximum, one rescale, then the values in ascending order. So shared, cached and recomputed
// prefixes give the same bits. A dot product is one chain of fma in ascending columns.
// One invocation owns one head of QUERIES consecutive rows; rows of different segments run one after the other. Overwrites.
// needs: HEAD_GROUPS = ceil(E / 4)
// #include "grid.wgsl"
// #include "lanes.wgsl"
// #include "attention_rows.wgsl"
// #include "queries.wgsl"
// #include "sum_queries.wgsl"
// #include "chain.wgsl"
// #include "key_cursor.wgsl"

struct Params {
  rows: u32,
  heads: u32, // H
  kvHeads: u32, // G
  headWidth: u32, // E
  scale: f32,
  firstItem: u32, // of this slice: long passes are dispatched in several
}

@group(0) @binding(0) var<storage, read> segmentOf: array<u32>; // [T]
@group(0) @binding(1) var<storage, read> segments: array<vec4u>; // [S, 8]
@group(0) @binding(2) var<storage, read> ranges: array<vec2u>;
@group(0) @binding(3) var<storage, read> qkv: array<Item>; // [T, (H+2G)·E]
@group(0) @binding(4) var<storage, read> keys: array<Item>; // [C, G·E]
@group(0) @binding(5) var<storage, read> values: array<Item>; // [C, G·E]
@group(0) @binding(6) var<storage, read_write> result: array<Item>; // [T, H·E]
@group(0) @binding(7) var<storage, read_write> logSumExp: array<f32>; // [T, H]
@group(1) @binding(0) var<uniform> params: Params;

const LOWEST = -3.4e38;
const TILE = 16u;

fn putScalar(row: u32, head: u32, value: f32) {
  logSumExp[row * params.heads + head] = value;
}

// exp(score − highest); exactly 0 for a key that the row does not see.
fn weight(score: PerQuery, highest: PerQuery) -> PerQuery {
  return select(exp(score - highest), PerQuery(0.0), score == PerQuery(LOWEST));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = params.firstItem + itemOf(id, groups);
  let head = index % params.heads;
  let firstRow = (index / params.heads) * QUERIES;
  if (firstRow >= params.rows) {
    return;
  }
  let kvHead = head / (params.heads / params.kvHeads);
  var q: array<Columns, HEAD_GROUPS>;
  for (var i = 0u; i < HEAD_GROUPS; i++) {
    q[i] = partColumns(firstRow, params.rows - 1u, head, i) * params.scale;
  }
  let blockEnd = min(firstRow + QUERIES, params.rows);
  var runStart = firstRow;
  while (runStart < blockEnd) {
    let segment = segments[segmentOf[runStart] * 2u]; // rowStart, rowCount, first position, first key row
    let links = segments[segmentOf[runStart] * 2u + 1u]; // ancestors: first entry, count; dependents: first entry, count
    let runEnd = min(blockEnd, segment.x + segment.y);
    let blockRows = PerQueryU(firstRow) + PerQueryU(QUERY_OFFSETS);
    let inRun = (blockRows >= PerQueryU(runStart)) & (blockRows < PerQueryU(runEnd));
    let visible = select(PerQueryU(0u), blockRows + PerQueryU(segment.z - segment.x + 1u), inRun);
    let keyCount = runEnd + segment.z - segment.x;

    var cursor = cursorAtStart(segment, links);
    var highest = PerQuery(LOWEST);
    var sum = PerQuery(0.0);
    var o: array<Columns, HEAD_GROUPS>;
    for (var tile = 0u; tile < keyCount; tile += TILE) {
      let quads = min(TILE, keyCount - tile + 3u) / 4u;
      var at: array<vec4u, 4>;
      var p: array<Columns, 4>;
      var higher = highest;
      for (var quad = 0u; quad < quads; quad++) {
        let position = tile + 4u * quad;
        let at4 = cursorQuad(&cursor, position, keyCount - 1u) * params.kvHeads + kvHead;
        at[quad] = at4;
        var s0 = PerQuery(0.0);
        var s1 = PerQuery(0.0);
        var s2 = PerQuery(0.0);
        var s3 = PerQuery(0.0);
        for (var i = 0u; i < HEAD_GROUPS; i++) {
          let qi = q[i];
          s0 = chain(s0, qi, keyGroup(at4.x, i));
          s1 = chain(s1, qi, keyGroup(at4.y, i));
          s2 = chain(s2, qi, keyGroup(at4.z, i));
          s3 = chain(s3, qi, keyGroup(at4.w, i));
        }
        s0 = select(PerQuery(LOWEST), s0, PerQueryU(position) < visible);
        s1 = select(PerQuery(LOWEST), s1, PerQueryU(position + 1u) < visible);
        s2 = select(PerQuery(LOWEST), s2, PerQueryU(position + 2u) < visible);
        s3 = select(PerQuery(LOWEST), s3, PerQueryU(position + 3u) < visible);
        p[quad] = Columns(s0, s1, s2, s3);
        higher = max(higher, max(max(s0, s1), max(s2, s3)));
      }
      // A row that sees nothing of this tile keeps its bits: the factor is exactly 1, and every p exactly 0.
      let shrink = select(exp(highest - higher), PerQuery(1.0), highest == higher);
      highest = higher;
      sum *= shrink;
      for (var quad = 0u; quad < quads; quad++) {
        let s4 = p[quad];
        let p0 = weight(s4[0], higher);
        let p1 = weight(s4[1], higher);
        let p2 = weight(s4[2], higher);
        let p3 = weight(s4[3], higher);
        p[quad] = Columns(p0, p1, p2, p3);
        sum = sum + p0 + p1 + p2 + p3;
      }
      for (var i = 0u; i < HEAD_GROUPS; i++) {
        var oi = o[i];
        oi = Columns(oi[0] * shrink, oi[1] * shrink, oi[2] * shrink, oi[3] * shrink);
        for (var quad = 0u; quad < quads; quad++) {
          let at4 = at[quad];
          oi = chainColumns(oi, p[quad], valueGroup(at4.x, i), valueGroup(at4.y, i), valueGroup(at4.z, i), valueGroup(at4.w, i));
        }
        o[i] = oi;
      }
    }
    for (var i = 0u; i < HEAD_GROUPS; i++) {
      let oi = o[i];
      putColumns(firstRow, visible, head, i, Columns(oi[0] / sum, oi[1] / sum, oi[2] / sum, oi[3] / sum));
    }
    putScalars(firstRow, visible, head, highest + log(sum));
    runStart = runEnd;
  }
}
