// The key and value parts of gradQkv [T, (H+2G)·E], second pass of attention's gradient, p and ds as in the first:
//   gradV = Σ p · gradOut          gradK = scale · Σ ds · q          over the rows that see the key and the H/G heads that share it
// One invocation owns one key-value head of QUERIES consecutive key rows (PerQuery holds one number of each key here). Its
// sums run head by head; within a head first the key's own segment, from the key's row on, then the segment's dependents in
// order: one chain of fma a column. Rows that do not see a key enter as exact zeros. Overwrites the key and value parts.
// needs: HEAD_GROUPS = ceil(E / 4)
// #include "grid.wgsl"
// #include "lanes.wgsl"
// #include "gradient_rows.wgsl"
// #include "queries.wgsl"
// #include "chain.wgsl"

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
  let kvHead = index % params.kvHeads;
  let firstKey = (index / params.kvHeads) * QUERIES;
  if (firstKey >= params.rows) {
    return;
  }
  let lastRow = params.rows - 1u;
  let shared_ = params.heads / params.kvHeads;
  let keyPart = params.heads + kvHead;
  let valuePart = keyPart + params.kvHeads;
  var k: array<Columns, HEAD_GROUPS>;
  var v: array<Columns, HEAD_GROUPS>;
  for (var i = 0u; i < HEAD_GROUPS; i++) {
    k[i] = partColumns(firstKey, lastRow, keyPart, i);
    v[i] = partColumns(firstKey, lastRow, valuePart, i);
  }
  let blockEnd = min(firstKey + QUERIES, params.rows);
  var runStart = firstKey;
  while (runStart < blockEnd) {
    let segment = segments[segmentOf[runStart] * 2u]; // rowStart, rowCount, first position, first key row
    let links = segments[segmentOf[runStart] * 2u + 1u]; // ancestors: first entry, count; dependents: first entry, count
    let runEnd = min(blockEnd, segment.x + segment.y);
    let keyRows = PerQueryU(firstKey) + PerQueryU(QUERY_OFFSETS);
    let inRun = (keyRows >= PerQueryU(runStart)) & (keyRows < PerQueryU(runEnd));

    var gradK: array<Columns, HEAD_GROUPS>;
    var gradV: array<Columns, HEAD_GROUPS>;
    for (var head = kvHead * shared_; head < (kvHead + 1u) * shared_; head++) {
      // Stretch 0: the own segment, causal. Stretch n: its n-th range of dependents, which see every key of the run.
      for (var stretch = 0u; stretch <= links.w; stretch++) {
        var start = runStart;
        var end = segment.x + segment.y;
        // Greatest key row that row `start` sees minus `start`: rows of the own segment see keys up to themselves.
        var sees = select(PerQueryU(0xffffffffu), keyRows, inRun);
        if (stretch > 0u) {
          let range = ranges[links.z + stretch - 1u];
          start = range.x;
          end = range.x + range.y;
          sees = select(PerQueryU(0xffffffffu), PerQueryU(0u), inRun);
        }
        for (var row = start; row < end; row += 4u) {
          let r1 = min(row + 1u, end - 1u);
          let r2 = min(row + 2u, end - 1u);
          let r3 = min(row + 3u, end - 1u);
          var s0 = PerQuery(0.0);
          var s1 = PerQuery(0.0);
          var s2 = PerQuery(0.0);
          var s3 = PerQuery(0.0);
          var d0 = PerQuery(0.0);
          var d1 = PerQuery(0.0);
          var d2 = PerQuery(0.0);
          var d3 = PerQuery(0.0);
          for (var i = 0u; i < HEAD_GROUPS; i++) {
            let ki = k[i];
            s0 = chain(s0, ki, partGroup(row, head, i) * params.scale);
            s1 = chain(s1, ki, partGroup(r1, head, i) * params.scale);
            s2 = chain(s2, ki, partGroup(r2, head, i) * params.scale);
            s3 = chain(s3, ki, partGroup(r3, head, i) * params.scale);
            let vi = v[i];
            d0 = chain(d0, vi, gradOutGroup(row, head, i));
            d1 = chain(d1, vi, gradOutGroup(r1, head, i));
            d2 = chain(d2, vi, gradOutGroup(r2, head, i));
            d3 = chain(d3, vi, gradOutGroup(r3, head, i));
          }
          let at = vec4u(row, r1, r2, r3) * params.heads + head;
          // Rows past the end stand in for none: nobody sees anything from them.
          let p0 = select(PerQuery(0.0), exp(s0 - logSumExp[at.x]), PerQueryU(row) >= sees);
          let p1 = select(PerQuery(0.0), exp(s1 - logSumExp[at.y]), (PerQueryU(row + 1u) >= sees) & (PerQueryU(row + 1u) < PerQueryU(end)));
          let p2 = select(PerQuery(0.0), exp(s2 - logSumExp[at.z]), (PerQueryU(row + 2u) >= sees) & (PerQueryU(row + 2u) < PerQueryU(end)));
          let p3 = select(PerQuery(0.0), exp(s3 - logSumExp[at.w]), (PerQueryU(row + 3u) >= sees) & (PerQueryU(row + 3u) < PerQueryU(end)));
          let p = Columns(p0, p1, p2, p3);
          let d = Columns(p0 * (d0 - delta[at.x]), p1 * (d1 - delta[at.y]), p2 * (d2 - delta[at.z]), p3 * (d3 - delta[at.w]));
          for (var i = 0u; i < HEAD_GROUPS; i++) {
            gradK[i] = chainColumns(gradK[i], d, partGroup(row, head, i), partGroup(r1, head, i), partGroup(r2, head, i), partGroup(r3, head, i));
            gradV[i] = chainColumns(gradV[i], p, gradOutGroup(row, head, i), gradOutGroup(r1, head, i), gradOutGroup(r2, head, i), gradOutGroup(r3, head, i));
          }
        }
      }
    }
    let kept = select(PerQueryU(0u), PerQueryU(1u), inRun);
    for (var i = 0u; i < HEAD_GROUPS; i++) {
      putColumns(firstKey, kept, keyPart, i, gradK[i] * params.scale);
      putColumns(firstKey, kept, valuePart, i, gradV[i]);
    }
    runStart = runEnd;
  }
}
