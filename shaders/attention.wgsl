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
// #include "key_cursor.wgsl"

struct Params {
  rows: u32,
  heads: u32, // H
  kvHeads: u32, // G
  headWidth: u32, // E
  scale: f32,
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

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = itemOf(id, groups);
  let head = index % params.heads;
  let firstRow = (index / params.heads) * QUERIES;
  if (firstRow >= params.rows) {
    return;
  }
  let kvHead = head / (params.heads / params.kvHeads);
  var q: array<PerQuery, HEAD_GROUPS * 4u>;
  for (var i = 0u; i < HEAD_GROUPS; i++) {
    let columns = partColumns(firstRow, params.rows - 1u, head, i);
    q[4u * i] = columns[0] * params.scale;
    q[4u * i + 1u] = columns[1] * params.scale;
    q[4u * i + 2u] = columns[2] * params.scale;
    q[4u * i + 3u] = columns[3] * params.scale;
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
    var o: array<PerQuery, HEAD_GROUPS * 4u>;
    for (var tile = 0u; tile < keyCount; tile += TILE) {
      let quads = min(TILE, keyCount - tile + 3u) / 4u;
      var at: array<vec4u, 4>;
      var p: array<PerQuery, 16>;
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
          let k0 = keyGroup(at4.x, i);
          let k1 = keyGroup(at4.y, i);
          let k2 = keyGroup(at4.z, i);
          let k3 = keyGroup(at4.w, i);
          let q0 = q[4u * i];
          let q1 = q[4u * i + 1u];
          let q2 = q[4u * i + 2u];
          let q3 = q[4u * i + 3u];
          s0 = fma(q3, PerQuery(k0.w), fma(q2, PerQuery(k0.z), fma(q1, PerQuery(k0.y), fma(q0, PerQuery(k0.x), s0))));
          s1 = fma(q3, PerQuery(k1.w), fma(q2, PerQuery(k1.z), fma(q1, PerQuery(k1.y), fma(q0, PerQuery(k1.x), s1))));
          s2 = fma(q3, PerQuery(k2.w), fma(q2, PerQuery(k2.z), fma(q1, PerQuery(k2.y), fma(q0, PerQuery(k2.x), s2))));
          s3 = fma(q3, PerQuery(k3.w), fma(q2, PerQuery(k3.z), fma(q1, PerQuery(k3.y), fma(q0, PerQuery(k3.x), s3))));
        }
        s0 = select(PerQuery(LOWEST), s0, PerQueryU(position) < visible);
        s1 = select(PerQuery(LOWEST), s1, PerQueryU(position + 1u) < visible);
        s2 = select(PerQuery(LOWEST), s2, PerQueryU(position + 2u) < visible);
        s3 = select(PerQuery(LOWEST), s3, PerQueryU(position + 3u) < visible);
        p[4u * quad] = s0;
        p[4u * quad + 1u] = s1;
        p[4u * quad + 2u] = s2;
        p[4u * quad + 3u] = s3;
        higher = max(higher, max(max(s0, s1), max(s2, s3)));
      }
      // A row that sees nothing of this tile keeps its bits: the factor is exactly 1, and every p exactly 0.
      let shrink = select(exp(highest - higher), PerQuery(1.0), highest == higher);
      highest = higher;
      sum *= shrink;
      for (var j = 0u; j < 4u * quads; j++) {
        p[j] = select(exp(p[j] - higher), PerQuery(0.0), p[j] == PerQuery(LOWEST));
        sum += p[j];
      }
      for (var i = 0u; i < HEAD_GROUPS; i++) {
        var o0 = o[4u * i] * shrink;
        var o1 = o[4u * i + 1u] * shrink;
        var o2 = o[4u * i + 2u] * shrink;
        var o3 = o[4u * i + 3u] * shrink;
        for (var quad = 0u; quad < quads; quad++) {
          let at4 = at[quad];
          let v0 = valueGroup(at4.x, i);
          let v1 = valueGroup(at4.y, i);
          let v2 = valueGroup(at4.z, i);
          let v3 = valueGroup(at4.w, i);
          let p0 = p[4u * quad];
          let p1 = p[4u * quad + 1u];
          let p2 = p[4u * quad + 2u];
          let p3 = p[4u * quad + 3u];
          o0 = fma(p3, PerQuery(v3.x), fma(p2, PerQuery(v2.x), fma(p1, PerQuery(v1.x), fma(p0, PerQuery(v0.x), o0))));
          o1 = fma(p3, PerQuery(v3.y), fma(p2, PerQuery(v2.y), fma(p1, PerQuery(v1.y), fma(p0, PerQuery(v0.y), o1))));
          o2 = fma(p3, PerQuery(v3.z), fma(p2, PerQuery(v2.z), fma(p1, PerQuery(v1.z), fma(p0, PerQuery(v0.z), o2))));
          o3 = fma(p3, PerQuery(v3.w), fma(p2, PerQuery(v2.w), fma(p1, PerQuery(v1.w), fma(p0, PerQuery(v0.w), o3))));
        }
        o[4u * i] = o0;
        o[4u * i + 1u] = o1;
        o[4u * i + 2u] = o2;
        o[4u * i + 3u] = o3;
      }
    }
    for (var i = 0u; i < HEAD_GROUPS; i++) {
      putColumns(firstRow, visible, head, i, o[4u * i] / sum, o[4u * i + 1u] / sum, o[4u * i + 2u] / sum, o[4u * i + 3u] / sum);
    }
    putScalars(firstRow, visible, head, highest + log(sum));
    runStart = runEnd;
  }
}
