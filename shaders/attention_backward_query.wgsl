// The query part of gradQkv [T, (H+2G)·E], first pass of attention's gradient, with p = exp(s − logSumExp) computed again:
//   ds = p · (gradOut·v − delta)          gradQ = scale · Σ over the keys that the row sees of ds · k
// qkv [T, (H+2G)·E] holds turned queries, turned keys and values: in training the key rows are the rows of the pass.
// One invocation owns one head of QUERIES consecutive rows, and adds keys in ascending logical order, one chain of fma a
// column; keys that a row does not see enter as exact zeros. Overwrites the query part.
// needs: HEAD_GROUPS = ceil(E / 4)
// #include "grid.wgsl"
// #include "lanes.wgsl"
// #include "gradient_rows.wgsl"
// #include "queries.wgsl"
// #include "chain.wgsl"
// #include "gradient_queries.wgsl"
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
@group(0) @binding(4) var<storage, read> logSumExp: array<f32>; // [T, H]
@group(0) @binding(5) var<storage, read> gradOut: array<Item>; // [T, H·E]
@group(0) @binding(6) var<storage, read> delta: array<f32>; // [T, H]
@group(0) @binding(7) var<storage, read_write> gradQkv: array<Item>; // [T, (H+2G)·E]
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = params.firstItem + itemOf(id, groups);
  let head = index % params.heads;
  let firstRow = (index / params.heads) * QUERIES;
  if (firstRow >= params.rows) {
    return;
  }
  let lastRow = params.rows - 1u;
  let keyPart = params.heads + head / (params.heads / params.kvHeads);
  let valuePart = keyPart + params.kvHeads;
  var q: array<Columns, HEAD_GROUPS>;
  var g: array<Columns, HEAD_GROUPS>;
  for (var i = 0u; i < HEAD_GROUPS; i++) {
    q[i] = partColumns(firstRow, lastRow, head, i) * params.scale;
    g[i] = gradOutColumns(firstRow, lastRow, head, i);
  }
  let logSum = rowLogSumExp(firstRow, lastRow, head);
  let taken = rowDelta(firstRow, lastRow, head);
  let blockEnd = min(firstRow + QUERIES, params.rows);
  var runStart = firstRow;
  while (runStart < blockEnd) {
    let segment = segments[segmentOf[runStart] * 2u]; // rowStart, rowCount, first position, first key row
    let links = segments[segmentOf[runStart] * 2u + 1u]; // ancestors: first entry, count; dependents: first entry, count
    let runEnd = min(blockEnd, segment.x + segment.y);
    let rows = PerQueryU(firstRow) + PerQueryU(QUERY_OFFSETS);
    let inRun = (rows >= PerQueryU(runStart)) & (rows < PerQueryU(runEnd));
    let visible = select(PerQueryU(0u), rows + PerQueryU(segment.z - segment.x + 1u), inRun);
    let keyCount = runEnd + segment.z - segment.x;

    var cursor = cursorAtStart(segment, links);
    var gradQ: array<Columns, HEAD_GROUPS>;
    for (var position = 0u; position < keyCount; position += 4u) {
      let at = cursorQuad(&cursor, position, keyCount - 1u);
      var s0 = PerQuery(0.0);
      var s1 = PerQuery(0.0);
      var s2 = PerQuery(0.0);
      var s3 = PerQuery(0.0);
      var d0 = PerQuery(0.0);
      var d1 = PerQuery(0.0);
      var d2 = PerQuery(0.0);
      var d3 = PerQuery(0.0);
      for (var i = 0u; i < HEAD_GROUPS; i++) {
        let qi = q[i];
        s0 = chain(s0, qi, partGroup(at.x, keyPart, i));
        s1 = chain(s1, qi, partGroup(at.y, keyPart, i));
        s2 = chain(s2, qi, partGroup(at.z, keyPart, i));
        s3 = chain(s3, qi, partGroup(at.w, keyPart, i));
        let gi = g[i];
        d0 = chain(d0, gi, partGroup(at.x, valuePart, i));
        d1 = chain(d1, gi, partGroup(at.y, valuePart, i));
        d2 = chain(d2, gi, partGroup(at.z, valuePart, i));
        d3 = chain(d3, gi, partGroup(at.w, valuePart, i));
      }
      d0 = select(PerQuery(0.0), exp(s0 - logSum) * (d0 - taken), PerQueryU(position) < visible);
      d1 = select(PerQuery(0.0), exp(s1 - logSum) * (d1 - taken), PerQueryU(position + 1u) < visible);
      d2 = select(PerQuery(0.0), exp(s2 - logSum) * (d2 - taken), PerQueryU(position + 2u) < visible);
      d3 = select(PerQuery(0.0), exp(s3 - logSum) * (d3 - taken), PerQueryU(position + 3u) < visible);
      let d = Columns(d0, d1, d2, d3);
      for (var i = 0u; i < HEAD_GROUPS; i++) {
        gradQ[i] = chainColumns(gradQ[i], d, partGroup(at.x, keyPart, i), partGroup(at.y, keyPart, i), partGroup(at.z, keyPart, i), partGroup(at.w, keyPart, i));
      }
    }
    for (var i = 0u; i < HEAD_GROUPS; i++) {
      putColumns(firstRow, visible, head, i, gradQ[i] * params.scale);
    }
    runStart = runEnd;
  }
}
