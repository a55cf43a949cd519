// Counter-based random numbers: Philox 4x32 with 10 rounds (Salmon et al., SC 2011), the twin of
// src/base/random.ts. Four independent u32 from one counter under one key, whoever else draws.

// The upper 32 bits of a 64-bit product, from 16-bit halves: WGSL has no wide multiplication.
fn mulHigh(a: u32, b: u32) -> u32 {
  let aLow = a & 0xffffu;
  let aHigh = a >> 16u;
  let bLow = b & 0xffffu;
  let bHigh = b >> 16u;
  let middle = aHigh * bLow + ((aLow * bLow) >> 16u);
  let middle2 = aLow * bHigh + (middle & 0xffffu);
  return aHigh * bHigh + (middle >> 16u) + (middle2 >> 16u);
}

fn philox(startKey: vec2u, startCounter: vec4u) -> vec4u {
  var key = startKey;
  var c = startCounter;
  for (var round = 0u; round < 10u; round++) {
    let high0 = mulHigh(0xd2511f53u, c.x);
    let low0 = 0xd2511f53u * c.x;
    let high1 = mulHigh(0xcd9e8d57u, c.z);
    let low1 = 0xcd9e8d57u * c.z;
    c = vec4u(high1 ^ c.y ^ key.x, low1, high0 ^ c.w ^ key.y, low0);
    key += vec2u(0x9e3779b9u, 0xbb67ae85u);
  }
  return c;
}
