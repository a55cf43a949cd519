// shared by jaxjs (webgpu) and jaxjs-wasm
import * as jax from '@jax-js/jax';
import { angles, paramShapes } from '../page/model.js';
const { numpy: np, nn, jit, valueAndGrad, tree, defaultDevice } = jax;
export function make(dev, name) {
  const use = () => defaultDevice(dev);
  const arr = (x, shape) => np.array(x, { shape, device: dev });
  const linear = (x, w) => np.matmul(x, w);
  const rms = (x, g, eps) => { const ms = np.mean(x.ref.mul(x.ref), -1, { keepdims: true }); return x.div(np.sqrt(ms.add(eps))).mul(g); };
  // rotary positions of x [B,T,H,dh]: x·cos + (-x2, x1)·sin, cos and sin [T,1,dh]; the half turn as a product with a constant [dh,dh]
  const table = (a, dh, from, T) => { const half = dh / 2, o = new Float32Array(T * dh); for (let t = 0; t < T; t++) for (let i = 0; i < half; i++) o[t * dh + i] = o[t * dh + half + i] = a[(from + t) * half + i]; return o; };
  const halfTurn = (dh) => { const o = new Float32Array(dh * dh), half = dh / 2; for (let i = 0; i < half; i++) { o[(i + half) * dh + i] = -1; o[i * dh + i + half] = 1; } return o; };
  const turn = (x, cos, sin, R) => x.ref.mul(cos).add(np.matmul(x, R).mul(sin));
  const swiglu = (n2, wg, wu, wd) => linear(nn.silu(linear(n2.ref, wg)).mul(linear(n2, wu)), wd);
  // arrays are lazy: an output disposed before it is realised is never computed, so keep all outputs of a sample until the sync
  const lazy = (f, done) => { let outs = [], last; return { run() { use(); outs.push(f()); }, async sync() { await jax.blockUntilReady(outs); last?.dispose(); last = outs.pop(); for (const o of outs) o.dispose(); outs = []; }, read: () => last.ref.data(), dispose() { last?.dispose(); done(); } }; };
  return {
    name, kind: dev, version: '0.1.25 ' + dev,
    async init() { const d = await jax.init(dev); if (!d.includes(dev)) throw new Error('devices: ' + d); use(); },
    matmul({ M, K, N, A, B }) {
      use(); const a = arr(A, [M, K]), b = arr(B, [K, N]); return { ...lazy(() => np.matmul(a.ref, b.ref), () => { a.dispose(); b.dispose(); }) };
    },
    attention({ B, H, S, D, q, k, v }) {
      // nn.dotProductAttention takes [B, L, N, H]: inputs and result are turned outside the clock, every peer has its own layout
      const swap = (x, A, C) => { const o = new Float32Array(x.length); for (let b = 0; b < B; b++) for (let i = 0; i < A; i++) for (let j = 0; j < C; j++) o.set(x.subarray(((b * A + i) * C + j) * D, ((b * A + i) * C + j + 1) * D), ((b * C + j) * A + i) * D); return o; };
      use(); const [Q, K, V] = [q, k, v].map((x) => arr(swap(x, H, S), [B, S, H, D]));
      const f = jit((Q, K, V) => nn.dotProductAttention(Q, K, V, { isCausal: true })); const job = lazy(() => f(Q.ref, K.ref, V.ref), () => { Q.dispose(); K.dispose(); V.dispose(); f.dispose?.(); });
      return { note: 'jit(nn.dotProductAttention isCausal), its own layout', ...job, read: async () => swap(await job.read(), S, H) };
    },
    async train({ cfg, opt, params, x, y, batch: B }) {
      use(); const { d, H, L, S, V, eps } = cfg, dh = d / H, T = B * S; const sh = paramShapes(cfg); let p = {}; for (const n in sh) p[n] = arr(params[n], sh[n]);
      const xh = new Float32Array(T * V); for (let t = 0; t < T; t++) xh[t * V + x[t]] = 1; const ids = arr(xh, [T, V]), oneHot = new Float32Array(T * V); for (let t = 0; t < T; t++) oneHot[t * V + y[t]] = 1; const tgt = arr(oneHot, [T, V]); 
      const ang = angles(cfg), cos = arr(table(ang.cos, dh, 0, S), [S, 1, dh]), sin = arr(table(ang.sin, dh, 0, S), [S, 1, dh]), R = arr(halfTurn(dh), [dh, dh]);
      const lossFn = (p, ids, tgt, cos, sin, R) => {
        let h = np.matmul(ids, p.tok.ref).reshape([B, S, d]); // gather's gradient (scatter) is refused inside jit, so a one-hot matmul
        for (let l = 0; l < L; l++) {
          const W = (n) => p[`l${l}.${n}`]; const n1 = rms(h.ref, W('g1'), eps);
          const q = turn(linear(n1.ref, W('wq')).reshape([B, S, H, dh]), cos.ref, sin.ref, R.ref), k = turn(linear(n1.ref, W('wk')).reshape([B, S, H, dh]), cos.ref, sin.ref, R.ref), v = linear(n1, W('wv')).reshape([B, S, H, dh]);
          const o = nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([B, S, d]);
          h = h.add(linear(o, W('wo'))); h = h.ref.add(swiglu(rms(h, W('g2'), eps), W('wg'), W('wu'), W('wd')));
        }
        cos.dispose(); sin.dispose(); R.dispose(); const lg = np.matmul(rms(h, p.gf, eps), np.transpose(p.tok)).reshape([T, V]); return np.sum(nn.logSoftmax(lg, -1).mul(tgt)).mul(-1 / T);
      };
      const vg = jit((p, ids, tgt, cos, sin, R) => valueAndGrad(lossFn)(p, ids, tgt, cos, sin, R));
      // AdamW in array operations, one jitted call for all tensors (the library's optimizer package is not on the registry)
      let m = {}, v = {}; for (const n in sh) { m[n] = np.zeros(sh[n], { device: dev }); v[n] = np.zeros(sh[n], { device: dev }); }
      const adamw = jit((p, g, m, v, c1, c2) => {
        const P = {}, M = {}, W = {};
        for (const n in p) {
          const m1 = m[n].mul(opt.b1).add(g[n].ref.mul(1 - opt.b1)), v1 = v[n].mul(opt.b2).add(g[n].ref.mul(g[n]).mul(1 - opt.b2));
          M[n] = m1.ref; W[n] = v1.ref;
          P[n] = p[n].ref.mul(1 - opt.lr * opt.wd).sub(m1.div(c1.ref).div(np.sqrt(v1.div(c2.ref)).add(opt.eps)).mul(opt.lr));
          p[n].dispose?.();
        }
        c1.dispose?.(); c2.dispose?.();
        return [P, M, W];
      });
      let t = 0;
      const step = async () => {
        use(); const [loss, g] = vg(tree.ref(p), ids.ref, tgt.ref, cos.ref, sin.ref, R.ref); t++; [p, m, v] = adamw(p, g, m, v, arr(Float32Array.of(1 - opt.b1 ** t), []), arr(Float32Array.of(1 - opt.b2 ** t), []));
        await jax.blockUntilReady(p); return (await loss.data())[0];
      };
      return { note: 'jit(valueAndGrad) + AdamW in array operations', step, dispose() { tree.dispose(p); tree.dispose(m); tree.dispose(v); for (const a of [ids, tgt, cos, sin, R]) a.dispose(); vg.dispose?.(); } };
    },
    async decode({ cfg, params, batch: B, prompt, P, n }) {
      use(); const { d, H, L, S, V, eps } = cfg, dh = d / H; const sh = paramShapes(cfg); const p = {}; for (const m in sh) p[m] = arr(params[m], sh[m]);
      const cap = S; const scale = 1 / Math.sqrt(dh);
      const split = (t, T) => t.reshape([B, T, H, dh]);
      const tail = (h, p) => np.argmax(np.matmul(rms(h, p.gf, eps), np.transpose(p.tok)), -1);
      const ang = angles(cfg), R = arr(halfTurn(dh), [dh, dh]), cosP = arr(table(ang.cos, dh, 0, P), [P, 1, dh]), sinP = arr(table(ang.sin, dh, 0, P), [P, 1, dh]), cosAll = arr(table(ang.cos, dh, 0, S), [S, dh]), sinAll = arr(table(ang.sin, dh, 0, S), [S, dh]);
      // prefill: [B,P] tokens; cache K,V [B,cap,H,dh] zero padded
      const prefill = jit((p, ids, cos, sin, R) => {
        let h = p.tok.ref.slice(ids).reshape([B, P, d]); const cache = [];
        for (let l = 0; l < L; l++) {
          const W = (m) => p[`l${l}.${m}`]; const n1 = rms(h.ref, W('g1'), eps); const q = turn(split(linear(n1.ref, W('wq')), P), cos.ref, sin.ref, R.ref), k = turn(split(linear(n1.ref, W('wk')), P), cos.ref, sin.ref, R.ref), v = split(linear(n1, W('wv')), P);
          cache.push([np.pad(k.ref, [[0, 0], [0, cap - P], [0, 0], [0, 0]]), np.pad(v.ref, [[0, 0], [0, cap - P], [0, 0], [0, 0]])]);
          h = h.add(linear(nn.dotProductAttention(q, k, v, { isCausal: true }).reshape([B, P, d]), W('wo'))); h = h.ref.add(swiglu(rms(h, W('g2'), eps), W('wg'), W('wu'), W('wd')));
        }
        const last = h.slice([], [P - 1, P], []).reshape([B, d]); cos.dispose(); sin.dispose(); R.dispose(); return [tail(last, p), cache];
      });
      const stepF = jit((p, tok, pos, cache, cosAll, sinAll, R) => {
        let h = p.tok.ref.slice(tok).reshape([B, 1, d]); const nc = []; const cos = cosAll.slice(pos.ref).reshape([1, 1, dh]), sin = sinAll.slice(pos.ref).reshape([1, 1, dh]);
        const slot = np.arange(cap).equal(pos.ref).reshape([1, cap, 1, 1]); const valid = np.arange(cap).lessEqual(pos);
        for (let l = 0; l < L; l++) {
          const W = (m) => p[`l${l}.${m}`]; const n1 = rms(h.ref, W('g1'), eps); const q = turn(split(linear(n1.ref, W('wq')), 1), cos.ref, sin.ref, R.ref), k = turn(split(linear(n1.ref, W('wk')), 1), cos.ref, sin.ref, R.ref), v = split(linear(n1, W('wv')), 1);
          const K = np.where(slot.ref, k, cache[l][0]), VV = np.where(slot.ref, v, cache[l][1]); nc.push([K.ref, VV.ref]);
          h = h.add(linear(nn.dotProductAttention(q, K, VV, { mask: valid.ref }).reshape([B, 1, d]), W('wo'))); h = h.ref.add(swiglu(rms(h, W('g2'), eps), W('wg'), W('wu'), W('wd')));
        }
        slot.dispose(); valid.dispose(); cos.dispose(); sin.dispose(); R.dispose(); return [tail(h.reshape([B, d]), p), nc];
      });
      const generate = async () => {
        use(); const tokens = new Int32Array(B * n); const t0 = performance.now(); let [tok, cache] = prefill(tree.ref(p), arr(Int32Array.from(prompt), [B * P]), cosP.ref, sinP.ref, R.ref);
        let v = await tok.ref.data(); for (let b = 0; b < B; b++) tokens[b * n] = v[b]; const t1 = performance.now();
        for (let i = 1; i < n; i++) { use(); const r = stepF(tree.ref(p), tok, arr(Int32Array.of(P + i - 1), []), cache, cosAll.ref, sinAll.ref, R.ref); tok = r[0]; cache = r[1]; v = await tok.ref.data(); for (let b = 0; b < B; b++) tokens[b * n + i] = v[b]; }
        tok.dispose(); tree.dispose(cache); return { tokens, prefillMs: t1 - t0, decodeMs: performance.now() - t1 };
      };
      return { note: 'jit step, fixed cache of 128 slots, where-update, one readback per step', generate, dispose() { tree.dispose(p); for (const a of [R, cosP, sinP, cosAll, sinAll]) a.dispose(); } };
    },
  };
}
