// Gumbel-max sampling, a chunk of logits [M, width] at a time: the column with the greatest y − log(−log u) is a sample of
// softmax(y), y = logit · inverseTemperature. candidates [M, 4] = (best y + noise, y of the best, its token as u32 bits, 0).
// u comes from Philox under the key, counter (column / 4, episode, agent, index of the token): one call for four columns,
// and no draw depends on who else is in the batch. Columns with y below threshold [M] are left out; ties go to the lowest
// column. greedy: no noise. One invocation owns one row, columns ascending. Accumulates; `first` starts anew.
// #include "grid.wgsl"
// #include "logits.wgsl"
// #include "philox.wgsl"

struct Params {
  rows: u32, // M
  width: u32,
  chunkStart: u32, // a multiple of 4
  first: u32,
  greedy: u32,
  key0: u32,
  key1: u32,
}

@group(0) @binding(0) var<storage, read> logits: array<Item>; // [M, width]
@group(0) @binding(1) var<storage, read> inverseTemperature: array<f32>; // [M]
@group(0) @binding(2) var<storage, read> counters: array<vec4u>; // [M, 4]: episode, agent, index, stream
@group(0) @binding(3) var<storage, read> threshold: array<f32>; // [M]
@group(0) @binding(4) var<storage, read_write> candidates: array<vec4u>; // [M, 4], as bits: a token is no float
@group(1) @binding(0) var<uniform> params: Params;

// Gumbel noise of 32 random bits. f32 rounds the largest of them to 1, whose logarithm is 0: held just below.
fn gumbel(bits: vec4u) -> vec4f {
  let u = min((vec4f(bits) + 0.5) * 2.3283064365386963e-10, vec4f(0.99999994));
  return -log(-log(u));
}

@compute @workgroup_size(WORKGROUP)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let row = itemOf(id, groups);
  if (row >= params.rows) {
    return;
  }
  var bestScore = f32(LOWEST);
  var bestY = f32(LOWEST);
  var bestToken = 0u;
  if (params.first == 0u) {
    let earlier = candidates[row];
    bestScore = bitcast<f32>(earlier.x);
    bestY = bitcast<f32>(earlier.y);
    bestToken = earlier.z;
  }
  let inverse = inverseTemperature[row];
  let least = threshold[row];
  let counter = counters[row];
  for (var column = 0u; column < params.width; column += 4u) {
    let y = logitsAt(row, column, inverse);
    var score = y;
    if (params.greedy == 0u) {
      let group = (params.chunkStart + column) / 4u;
      score += gumbel(philox(vec2u(params.key0, params.key1), vec4u(group, counter.xyz)));
    }
    for (var i = 0u; i < min(4u, params.width - column); i++) {
      if (y[i] >= least && score[i] > bestScore) {
        bestScore = score[i];
        bestY = y[i];
        bestToken = params.chunkStart + column + i;
      }
    }
  }
  candidates[row] = vec4u(bitcast<u32>(bestScore), bitcast<u32>(bestY), bestToken, 0u);
}
