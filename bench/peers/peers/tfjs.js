import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-webgpu';
const silu = (x) => tf.mul(x, tf.sigmoid(x));
let device;
const submit = () => { const b = tf.backend(); if (b.commandEncoder) { b.endComputePassEncoder(); b.submitQueue(); b.dispatchCountInPass = 0; } };
const flush = async () => { submit(); const b = tf.backend(); await b.device.queue.onSubmittedWorkDone(); };
// rotary positions of x [B,H,S,dh]: x·cos + (-x2, x1)·sin, with cos and sin [S,dh] from position `from` on
const turns = (cfg, angles, from, S) => { const half = cfg.d / cfg.H / 2, at = (a) => { const o = new Float32Array(S * 2 * half); for (let s = 0; s < S; s++) for (let i = 0; i < half; i++) o[s * 2 * half + i] = o[s * 2 * half + half + i] = a[(from + s) * half + i]; return tf.tensor(o, [S, 2 * half]); }; return [at(angles.cos), at(angles.sin)]; };
const turn = (x, [cos, sin]) => { const [a, b] = tf.split(x, 2, -1); return tf.add(tf.mul(x, cos), tf.mul(tf.concat([tf.neg(b), a], -1), sin)); };
// forward of the benchmark model; p: name -> tensor
function forward(cfg, p, ids, B, S, mask, rot) {
  const { d, H, eps } = cfg, dh = d / H, T = B * S;
  const rms = (x, g) => tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), eps))), g);
  let x = tf.gather(p.tok, ids);
  for (let l = 0; l < cfg.L; l++) {
    const P = (n) => p[`l${l}.${n}`]; const h = rms(x, P('g1'));
    const hd = (w) => tf.transpose(tf.matMul(h, w).reshape([B, S, H, dh]), [0, 2, 1, 3]);
    const q = turn(hd(P('wq')), rot), k = turn(hd(P('wk')), rot), v = hd(P('wv'));
    const a = tf.softmax(tf.add(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(dh)), mask));
    const o = tf.transpose(tf.matMul(a, v), [0, 2, 1, 3]).reshape([T, d]);
    x = tf.add(x, tf.matMul(o, P('wo')));
    const n2 = rms(x, P('g2')); x = tf.add(x, tf.matMul(tf.mul(silu(tf.matMul(n2, P('wg'))), tf.matMul(n2, P('wu'))), P('wd')));
  }
  return tf.matMul(rms(x, p.gf), p.tok, false, true);
}
const causal = (S) => { const m = new Float32Array(S * S); for (let i = 0; i < S; i++) for (let j = i + 1; j < S; j++) m[i * S + j] = -1e9; return tf.tensor(m, [S, S]); };
const modelOf = () => import('../page/model.js');
export default {
  name: 'tfjs', kind: 'webgpu', version: tf.version.tfjs + ' webgpu backend',
  async init() { await tf.setBackend('webgpu'); await tf.ready(); if (tf.getBackend() !== 'webgpu') throw new Error('backend is ' + tf.getBackend()); device = tf.backend().device; },
  matmul({ M, K, N, A, B }) {
    const a = tf.tensor(A, [M, K]), b = tf.tensor(B, [K, N]); let c;
    return { run() { c?.dispose(); c = tf.matMul(a, b); submit(); }, sync: flush, read: () => c.data(), dispose() { tf.dispose([a, b, c]); } };
  },
  attention({ B, H, S, D, q, k, v }) {
    const [Q, K, V] = [q, k, v].map((x) => tf.tensor(x, [B, H, S, D])); const mask = causal(S); let o;
    return { note: 'matMul, mul, add mask, softmax, matMul', run() { o?.dispose(); o = tf.tidy(() => tf.matMul(tf.softmax(tf.add(tf.mul(tf.matMul(Q, K, false, true), 1 / Math.sqrt(D)), mask)), V)); submit(); }, sync: flush, read: () => o.data(), dispose() { tf.dispose([Q, K, V, mask, o]); } };
  },
  async train({ cfg, opt, params, x, y, batch }) {
    const M = await modelOf(), sh = M.paramShapes(cfg), rot = turns(cfg, M.angles(cfg), 0, cfg.S); const vars = {}; for (const n in sh) vars[n] = tf.variable(tf.tensor(params[n], sh[n]), true, n + '_' + Math.random());
    const ids = tf.tensor1d(x, 'int32'), oneHot = tf.oneHot(tf.tensor1d(y, 'int32'), cfg.V).toFloat(), mask = causal(cfg.S);
    const adam = tf.train.adam(opt.lr, opt.b1, opt.b2, opt.eps); const lossFn = () => tf.losses.softmaxCrossEntropy(oneHot, forward(cfg, vars, ids, batch, cfg.S, mask, rot));
    const step = async () => {
      const loss = tf.tidy(() => { const { value, grads } = tf.variableGrads(lossFn, Object.values(vars)); for (const n in vars) vars[n].assign(tf.mul(vars[n], 1 - opt.lr * opt.wd)); adam.applyGradients(grads); return value; });
      const l = (await loss.data())[0]; loss.dispose(); return l;
    };
    return { note: 'tf.variableGrads + tf.train.adam + decoupled decay as one mul per tensor', step, dispose() { tf.dispose(vars); adam.dispose(); tf.dispose([ids, oneHot, mask, rot]); } };
  },
  async decode({ cfg, params, batch: B, prompt, P, n }) {
    const M = await modelOf(), sh = M.paramShapes(cfg), ang = M.angles(cfg); const p = {}; for (const m in sh) p[m] = tf.tensor(params[m], sh[m]);
    const { d, H, eps, L } = cfg, dh = d / H; const rms = (x, g) => tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), -1, true), eps))), g);
    const fwd = (ids, S, pos, cache) => tf.tidy(() => {
      const T = B * S, out = []; let x = tf.gather(p.tok, ids); const rot = turns(cfg, ang, pos, S); const mask = S > 1 ? causal(S) : null;
      for (let l = 0; l < L; l++) {
        const W = (m) => p[`l${l}.${m}`]; const h = rms(x, W('g1')); const hd = (w) => tf.transpose(tf.matMul(h, w).reshape([B, S, H, dh]), [0, 2, 1, 3]);
        let q = turn(hd(W('wq')), rot), k = turn(hd(W('wk')), rot), v = hd(W('wv')); if (cache) { k = tf.concat([cache[l][0], k], 2); v = tf.concat([cache[l][1], v], 2); } out.push([k, v]);
        let s = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(dh)); if (mask) s = tf.add(s, mask);
        x = tf.add(x, tf.matMul(tf.transpose(tf.matMul(tf.softmax(s), v), [0, 2, 1, 3]).reshape([T, d]), W('wo')));
        const n2 = rms(x, W('g2')); x = tf.add(x, tf.matMul(tf.mul(silu(tf.matMul(n2, W('wg'))), tf.matMul(n2, W('wu'))), W('wd')));
      }
      if (S > 1) x = tf.slice(x.reshape([B, S, d]), [0, S - 1, 0], [B, 1, d]).reshape([B, d]);
      return [tf.argMax(tf.matMul(rms(x, p.gf), p.tok, false, true), -1), out];
    });
    const generate = async () => {
      const tokens = new Int32Array(B * n); const t0 = performance.now(); const ids = tf.tensor1d(prompt, 'int32'); let [nx, cache] = fwd(ids, P, 0, null); let v = await nx.data(); for (let b = 0; b < B; b++) tokens[b * n] = v[b]; const t1 = performance.now();
      for (let i = 1; i < n; i++) { const [n2, c2] = fwd(nx, 1, P + i - 1, cache); tf.dispose([nx, cache]); nx = n2; cache = c2; v = await nx.data(); for (let b = 0; b < B; b++) tokens[b * n + i] = v[b]; }
      tf.dispose([nx, cache, ids]); return { tokens, prefillMs: t1 - t0, decodeMs: performance.now() - t1 };
    };
    return { note: 'eager, KV by concat, one readback per step', generate, dispose() { tf.dispose(p); } };
  },
};
