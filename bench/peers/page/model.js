// The benchmark model: a Llama-form decoder: pre-RMSNorm, rotary positions (pairs i, i + dh/2), SwiGLU MLP, head tied to the
// embedding, no biases. f = 384 is the width at which SwiGLU's three matrices hold about what two of width 4d hold.
// Weights are [in, out] row-major. float64 reference: forward, backward, AdamW, greedy decode.
import { randn, rng } from './ref.js';
export const CFG = { V: 256, d: 128, L: 4, H: 4, f: 384, S: 128, eps: 1e-5, theta: 10000 };
export const OPT = { lr: 1e-3, b1: 0.9, b2: 0.999, eps: 1e-8, wd: 0.01 };
export function paramShapes(c) {
  const s = { tok: [c.V, c.d] };
  for (let l = 0; l < c.L; l++) Object.assign(s, { [`l${l}.g1`]: [c.d], [`l${l}.wq`]: [c.d, c.d], [`l${l}.wk`]: [c.d, c.d], [`l${l}.wv`]: [c.d, c.d], [`l${l}.wo`]: [c.d, c.d], [`l${l}.g2`]: [c.d], [`l${l}.wg`]: [c.d, c.f], [`l${l}.wu`]: [c.d, c.f], [`l${l}.wd`]: [c.f, c.d] });
  s.gf = [c.d];
  return s;
}
export function initParams(c, seed = 7) {
  const p = {}; let i = 0;
  for (const [n, sh] of Object.entries(paramShapes(c))) {
    const len = sh.reduce((a, b) => a * b, 1); i++;
    if (sh.length === 1) { p[n] = randn(len, seed * 1000 + i, 0.1); for (let j = 0; j < len; j++) p[n][j] += 1; } else p[n] = randn(len, seed * 1000 + i, n === 'tok' ? 0.1 : 1 / Math.sqrt(sh[0]));
  }
  return p;
}
export function batchData(c, B, seed = 99) {
  const r = rng(seed); const x = new Int32Array(B * c.S), y = new Int32Array(B * c.S);
  for (let b = 0; b < B; b++) { let t = Math.floor(r() * c.V); for (let s = 0; s < c.S; s++) { x[b * c.S + s] = t; t = r() < 0.7 ? (t * 5 + 17) % c.V : Math.floor(r() * c.V); y[b * c.S + s] = t; } }
  return { x, y };
}
// cos and sin of the rotary angles, [S, dh/2] each
export function angles(c) { const half = c.d / c.H / 2, cos = new Float64Array(c.S * half), sin = new Float64Array(c.S * half); for (let s = 0; s < c.S; s++) for (let i = 0; i < half; i++) { const a = s * c.theta ** (-i / half); cos[s * half + i] = Math.cos(a); sin[s * half + i] = Math.sin(a); } return { cos, sin }; }
const F = Float64Array;
// turns every head of x [T, d] in place by its position (t mod S, or the one given); sign -1 turns back
const turn = (c, x, T, sign = 1, at = null) => { const dh = c.d / c.H, half = dh / 2, { cos, sin } = (c.turns ??= angles(c)); for (let t = 0; t < T; t++) { const p = (at ?? t % c.S) * half; for (let h = 0; h < c.H; h++) for (let i = 0; i < half; i++) { const o = t * c.d + h * dh + i, a = x[o], b = x[o + half], C = cos[p + i], Z = sign * sin[p + i]; x[o] = a * C - b * Z; x[o + half] = b * C + a * Z; } } };
const sigmoid = (u) => 1 / (1 + Math.exp(-u));
const mm = (A, B, M, K, N, C = new F(M * N)) => { for (let i = 0; i < M; i++) for (let k = 0; k < K; k++) { const a = A[i * K + k], bo = k * N, co = i * N; for (let j = 0; j < N; j++) C[co + j] += a * B[bo + j]; } return C; };
// dA = dC * B^T ; dB = A^T * dC
const mmBT = (dC, B, M, K, N, dA = new F(M * K)) => { for (let i = 0; i < M; i++) for (let k = 0; k < K; k++) { let s = 0; const bo = k * N, co = i * N; for (let j = 0; j < N; j++) s += dC[co + j] * B[bo + j]; dA[i * K + k] += s; } return dA; };
const mmAT = (A, dC, M, K, N, dB = new F(K * N)) => { for (let i = 0; i < M; i++) for (let k = 0; k < K; k++) { const a = A[i * K + k], bo = k * N, co = i * N; for (let j = 0; j < N; j++) dB[bo + j] += a * dC[co + j]; } return dB; };
const rmsF = (x, g, T, d, eps) => { const y = new F(T * d), r = new F(T); for (let t = 0; t < T; t++) { let s = 0; for (let i = 0; i < d; i++) s += x[t * d + i] ** 2; r[t] = 1 / Math.sqrt(s / d + eps); for (let i = 0; i < d; i++) y[t * d + i] = x[t * d + i] * r[t] * g[i]; } return [y, r]; };
const rmsB = (dy, x, g, r, T, d, dx, dg) => { for (let t = 0; t < T; t++) { let s = 0; for (let i = 0; i < d; i++) { const xi = x[t * d + i]; dg[i] += dy[t * d + i] * xi * r[t]; s += dy[t * d + i] * g[i] * xi; } s *= r[t] ** 3 / d; for (let i = 0; i < d; i++) dx[t * d + i] += dy[t * d + i] * g[i] * r[t] - x[t * d + i] * s; } };
export function refStep(c, p, x, y, B, wantGrad = true) {
  const { d, H, f, S, V, eps } = c, T = B * S, dh = d / H, sc = 1 / Math.sqrt(dh);
  let h = new F(T * d); for (let t = 0; t < T; t++) for (let i = 0; i < d; i++) h[t * d + i] = p.tok[x[t] * d + i];
  const cache = [];
  for (let l = 0; l < c.L; l++) {
    const P = (n) => p[`l${l}.${n}`]; const k = { x0: h };
    [k.n1, k.r1] = rmsF(h, P('g1'), T, d, eps);
    k.q = mm(k.n1, P('wq'), T, d, d); k.k = mm(k.n1, P('wk'), T, d, d); k.v = mm(k.n1, P('wv'), T, d, d); turn(c, k.q, T); turn(c, k.k, T);
    k.p = new F(B * H * S * S); k.o = new F(T * d);
    for (let b = 0; b < B; b++) for (let hh = 0; hh < H; hh++) for (let i = 0; i < S; i++) {
      const qo = (b * S + i) * d + hh * dh, po = ((b * H + hh) * S + i) * S; let mx = -Infinity;
      for (let j = 0; j <= i; j++) { let s = 0; const ko = (b * S + j) * d + hh * dh; for (let e = 0; e < dh; e++) s += k.q[qo + e] * k.k[ko + e]; s *= sc; k.p[po + j] = s; if (s > mx) mx = s; }
      let z = 0; for (let j = 0; j <= i; j++) { const e = Math.exp(k.p[po + j] - mx); k.p[po + j] = e; z += e; }
      for (let j = 0; j <= i; j++) { const w = (k.p[po + j] /= z), vo = (b * S + j) * d + hh * dh; for (let e = 0; e < dh; e++) k.o[qo + e] += w * k.v[vo + e]; }
    }
    const x1 = mm(k.o, P('wo'), T, d, d); for (let i = 0; i < T * d; i++) x1[i] += h[i];
    k.x1 = x1; [k.n2, k.r2] = rmsF(x1, P('g2'), T, d, eps);
    k.u = mm(k.n2, P('wg'), T, d, f); k.w = mm(k.n2, P('wu'), T, d, f); k.a = new F(T * f); for (let i = 0; i < T * f; i++) k.a[i] = k.u[i] * sigmoid(k.u[i]) * k.w[i];
    const x2 = mm(k.a, P('wd'), T, f, d); for (let i = 0; i < T * d; i++) x2[i] += x1[i];
    h = x2; cache.push(k);
  }
  const [nf, rf] = rmsF(h, p.gf, T, d, eps); const lg = mmBT(nf, p.tok, T, V, d); let loss = 0; // tied: logits = nf tokᵀ
  for (let t = 0; t < T; t++) { let mx = -Infinity; for (let j = 0; j < V; j++) mx = Math.max(mx, lg[t * V + j]); let z = 0; for (let j = 0; j < V; j++) z += Math.exp(lg[t * V + j] - mx); const lz = mx + Math.log(z); loss += lz - lg[t * V + y[t]]; for (let j = 0; j < V; j++) lg[t * V + j] = Math.exp(lg[t * V + j] - lz) / T; lg[t * V + y[t]] -= 1 / T; }
  loss /= T; if (!wantGrad) return { loss };
  const g = {}; for (const n in p) g[n] = new F(p[n].length);
  mmAT(lg, nf, T, V, d, g.tok); let dn = mm(lg, p.tok, T, V, d); let dh_ = new F(T * d); rmsB(dn, h, p.gf, rf, T, d, dh_, g.gf);
  for (let l = c.L - 1; l >= 0; l--) {
    const k = cache[l], P = (n) => p[`l${l}.${n}`], G = (n) => g[`l${l}.${n}`];
    mmAT(k.a, dh_, T, f, d, G('wd')); const da = mmBT(dh_, P('wd'), T, f, d), dw = new F(T * f);
    for (let i = 0; i < T * f; i++) { const s = sigmoid(k.u[i]); dw[i] = da[i] * k.u[i] * s; da[i] *= k.w[i] * s * (1 + k.u[i] * (1 - s)); }
    mmAT(k.n2, da, T, d, f, G('wg')); mmAT(k.n2, dw, T, d, f, G('wu')); const dn2 = mmBT(da, P('wg'), T, d, f); mmBT(dw, P('wu'), T, d, f, dn2); const dx1 = dh_; rmsB(dn2, k.x1, P('g2'), k.r2, T, d, dx1, G('g2'));
    mmAT(k.o, dx1, T, d, d, G('wo')); const dO = mmBT(dx1, P('wo'), T, d, d);
    const dq = new F(T * d), dk = new F(T * d), dv = new F(T * d), dp = new F(S);
    for (let b = 0; b < B; b++) for (let hh = 0; hh < H; hh++) for (let i = 0; i < S; i++) {
      const qo = (b * S + i) * d + hh * dh, po = ((b * H + hh) * S + i) * S; let dot = 0;
      for (let j = 0; j <= i; j++) { const vo = (b * S + j) * d + hh * dh, w = k.p[po + j]; let s = 0; for (let e = 0; e < dh; e++) { s += dO[qo + e] * k.v[vo + e]; dv[vo + e] += w * dO[qo + e]; } dp[j] = s; dot += w * s; }
      for (let j = 0; j <= i; j++) { const ds = k.p[po + j] * (dp[j] - dot) * sc, ko = (b * S + j) * d + hh * dh; for (let e = 0; e < dh; e++) { dq[qo + e] += ds * k.k[ko + e]; dk[ko + e] += ds * k.q[qo + e]; } }
    }
    turn(c, dq, T, -1); turn(c, dk, T, -1); const dn1 = new F(T * d);
    for (const [n, dd] of [['wq', dq], ['wk', dk], ['wv', dv]]) { mmAT(k.n1, dd, T, d, d, G(n)); mmBT(dd, P(n), T, d, d, dn1); }
    rmsB(dn1, k.x0, P('g1'), k.r1, T, d, dx1, G('g1')); dh_ = dx1;
  }
  for (let t = 0; t < T; t++) for (let i = 0; i < d; i++) g.tok[x[t] * d + i] += dh_[t * d + i];
  return { loss, grads: g };
}
export function refAdamW(p, g, st, t, o = OPT) {
  for (const n in p) { st[n] ??= { m: new F(p[n].length), v: new F(p[n].length) }; const { m, v } = st[n]; const b1t = 1 - o.b1 ** t, b2t = 1 - o.b2 ** t; for (let i = 0; i < p[n].length; i++) { const gi = g[n][i]; m[i] = o.b1 * m[i] + (1 - o.b1) * gi; v[i] = o.b2 * v[i] + (1 - o.b2) * gi * gi; p[n][i] = p[n][i] * (1 - o.lr * o.wd) - o.lr * (m[i] / b1t) / (Math.sqrt(v[i] / b2t) + o.eps); } }
}
const dup64 = (p) => Object.fromEntries(Object.entries(p).map(([n, a]) => [n, F.from(a)]));
export function refTrain(c, params, x, y, B, steps) {
  const p = dup64(params), st = {}, losses = []; let grads0;
  for (let t = 1; t <= steps; t++) { const r = refStep(c, p, x, y, B, t < steps); losses.push(r.loss); if (t === 1) grads0 = r.grads; if (t < steps) refAdamW(p, r.grads, st, t); }
  return { losses, grads0 };
}
// greedy decode with KV cache in float64: prompt [B,P] -> tokens [B,n]; also the smallest top-2 logit gap seen
export function refDecode(c, params, prompt, B, P, n) {
  const p = dup64(params), { d, H, f, V, eps } = c, dh = d / H, sc = 1 / Math.sqrt(dh); const out = new Int32Array(B * n); let minGap = Infinity;
  for (let b = 0; b < B; b++) {
    const K = Array.from({ length: c.L }, () => []), VV = Array.from({ length: c.L }, () => []); let tok = prompt[b * P];
    for (let s = 0; s < P + n - 1; s++) {
      let h = new F(d); for (let i = 0; i < d; i++) h[i] = p.tok[tok * d + i];
      for (let l = 0; l < c.L; l++) {
        const W = (m) => p[`l${l}.${m}`]; const [n1] = rmsF(h, W('g1'), 1, d, eps); const q = mm(n1, W('wq'), 1, d, d), kk = mm(n1, W('wk'), 1, d, d); turn(c, q, 1, 1, s); turn(c, kk, 1, 1, s); K[l].push(kk); VV[l].push(mm(n1, W('wv'), 1, d, d));
        const o = new F(d); for (let hh = 0; hh < H; hh++) { const a = []; let mx = -Infinity; for (let j = 0; j <= s; j++) { let r = 0; for (let e = 0; e < dh; e++) r += q[hh * dh + e] * K[l][j][hh * dh + e]; r *= sc; a.push(r); mx = Math.max(mx, r); } let z = 0; for (let j = 0; j <= s; j++) { a[j] = Math.exp(a[j] - mx); z += a[j]; } for (let j = 0; j <= s; j++) for (let e = 0; e < dh; e++) o[hh * dh + e] += a[j] / z * VV[l][j][hh * dh + e]; }
        const x1 = mm(o, W('wo'), 1, d, d); for (let i = 0; i < d; i++) x1[i] += h[i]; const [n2] = rmsF(x1, W('g2'), 1, d, eps); const u = mm(n2, W('wg'), 1, d, f), w = mm(n2, W('wu'), 1, d, f); for (let i = 0; i < f; i++) u[i] *= sigmoid(u[i]) * w[i]; h = mm(u, W('wd'), 1, f, d); for (let i = 0; i < d; i++) h[i] += x1[i];
      }
      if (s >= P - 1) { const [nf] = rmsF(h, p.gf, 1, d, eps); const lg = mmBT(nf, p.tok, 1, V, d); let bi = 0, b2 = -Infinity; for (let j = 1; j < V; j++) if (lg[j] > lg[bi]) { b2 = lg[bi]; bi = j; } else if (lg[j] > b2) b2 = lg[j]; minGap = Math.min(minGap, lg[bi] - b2); out[b * n + s - P + 1] = bi; tok = bi; } else tok = prompt[b * P + s + 1];
    }
  }
  return { tokens: out, minGap };
}
export function flopsTrain(c, B) { const T = B * c.S; const mmf = c.L * (4 * c.d * c.d + 3 * c.d * c.f) + c.d * c.V; const att = c.L * 2 * c.S * c.d; return 6 * T * mmf + 6 * T * att; } // attention counted dense; fwd 2, bwd 4
