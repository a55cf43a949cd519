// AdamW with decoupled weight decay (Loshchilov and Hutter, "Decoupled weight decay regularization", 2019), for several
// entries at once, each with its own numbers:
//   g = gradient · min(1, greatest norm / norm)      m = β1 m + (1 − β1) g      v = β2 v + (1 − β2) g²
//   w = w (1 − η λ) − η (m / (1 − β1ᵗ)) / (sqrt(v / (1 − β2ᵗ)) + ε)
// The powers of β come from the CPU, computed in float64. An entry whose norm is not finite keeps weights and moments.
// One invocation owns one number. Overwrites weights and moments, and sets the gradient to zero.
override WX: u32 = 64u;

struct Params {
  entryCount: u32,
}

@group(0) @binding(0) var<storage, read_write> weights: array<f32>;
@group(0) @binding(1) var<storage, read_write> gradient: array<f32>;
@group(0) @binding(2) var<storage, read_write> moment1: array<f32>;
@group(0) @binding(3) var<storage, read_write> moment2: array<f32>;
@group(0) @binding(4) var<storage, read> entries: array<vec4u>;
@group(0) @binding(5) var<storage, read> hyper: array<vec4f>; // [entries, 2]: (η, β1, β2, ε), (λ, 1 − β1ᵗ, 1 − β2ᵗ, greatest norm)
@group(0) @binding(6) var<storage, read> norms: array<f32>;
@group(1) @binding(0) var<uniform> params: Params;

@compute @workgroup_size(WX)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.z * groups.x * WX + id.x;
  let entry = entries[id.y];
  if (index >= entry.y) {
    return;
  }
  let place = entry.x + index;
  let norm = norms[id.y];
  let raw = gradient[place];
  gradient[place] = 0.0;
  // Written so that NaN fails it too; the bound is the greatest finite f32.
  if (!(norm <= 3.4028234e38)) {
    return;
  }
  let first = hyper[id.y * 2u];
  let second = hyper[id.y * 2u + 1u];
  var scale = 1.0;
  if (second.w > 0.0 && norm > second.w) {
    scale = second.w / norm;
  }
  let g = raw * scale;
  let m = fma(first.y, moment1[place], (1.0 - first.y) * g);
  let v = fma(first.z, moment2[place], (1.0 - first.z) * g * g);
  moment1[place] = m;
  moment2[place] = v;
  let step = (m / second.y) / (sqrt(v / second.z) + first.w);
  weights[place] = weights[place] * (1.0 - first.x * second.x) - first.x * step;
}
