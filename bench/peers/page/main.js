import { randn, matmul64, attention64, relErr } from './ref.js';
import { interleave, now, stat, withTimeout } from './harness.js';
import * as model from './model.js';
import { micro, workers } from './micro.js';
import { roofline } from './roofline.js';
import { list } from '../peers/index.js';

const peers = {};       // name -> initialised peer
const log = (...a) => console.log(...a);
// keep a record of every GPUDevice any peer makes, and of uncaptured errors
const devs = []; const gpuErrors = [];
if (navigator.gpu) {
  const orig = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (d) { const dev = await orig.call(this, d); devs.push(dev); dev.addEventListener('uncapturederror', (e) => { if (gpuErrors.length < 50) gpuErrors.push(String(e.error.message).slice(0, 300)); }); dev.lost.then((i) => { if (i.reason !== 'destroyed') gpuErrors.push('device lost: ' + i.message); }); return dev; };
}
async function load(names) {
  const out = {};
  for (const n of names) {
    if (peers[n]) { out[n] = { ok: true }; continue; }
    try {
      const t = now(); const p = (await list[n]()).default; await withTimeout(Promise.resolve(p.init({ base: location.origin, log })), 60000, 'init ' + n);
      peers[n] = p; out[n] = { ok: true, version: p.version, kind: p.kind, initMs: now() - t, can: ['matmul', 'attention', 'train', 'decode'].filter((k) => p[k]) };
    } catch (e) { out[n] = { ok: false, err: String(e && e.stack || e).slice(0, 600) }; }
  }
  return out;
}
async function prep(kind, args, names, check, tol) {
  const jobs = [], failed = [];
  for (const n of names) {
    const p = peers[n]; if (!p) continue;
    if (!p[kind]) { failed.push({ peer: n, err: 'not supported by this peer' }); continue; }
    const e0 = gpuErrors.length;
    try {
      const t = now(); const j = await withTimeout(Promise.resolve(p[kind](args)), 120000, `prepare ${n} ${kind}`);
      const prepMs = now() - t; const t1 = now();
      await withTimeout((async () => { const r = j.run(); if (r && r.then) await r; await j.sync(); })(), 120000, `first run ${n}`);
      const firstMs = now() - t1;
      const err = check ? relErr(await j.read(), check) : null;
      if (gpuErrors.length > e0) throw new Error('GPU error: ' + gpuErrors.slice(e0).join(' | '));
      if (err && !(err.l2 < tol)) throw new Error(`wrong result: relative L2 error ${err.l2} ${err.note || ''}`);
      j.name = n; j.extra = { prepMs, firstMs, err: err && err.l2, errMax: err && err.max, note: j.note }; jobs.push(j);
    } catch (e) { failed.push({ peer: n, err: String(e && e.message || e).slice(0, 500) }); }
  }
  return { jobs, failed };
}
const bench = {
  load, list: Object.keys(list), gpuErrors,
  async matmul({ M, K, N, names, opts }) {
    const A = randn(M * K, 11), B = randn(K * N, 12); const ref = matmul64(A, B, M, K, N);
    const { jobs, failed } = await prep('matmul', { M, K, N, A, B }, names, ref, 1e-5);
    const rows = await interleave(jobs, opts); for (const r of rows) r.gflops = 2 * M * K * N / r.med / 1e6;
    for (const j of jobs) try { await j.dispose?.(); } catch {}
    return { shape: `[${M}x${K}]x[${K}x${N}]`, M, K, N, rows, failed };
  },
  async attention({ B, H, S, D, names, opts }) {
    const q = randn(B * H * S * D, 21), k = randn(B * H * S * D, 22), v = randn(B * H * S * D, 23); const ref = attention64(q, k, v, B, H, S, D);
    const { jobs, failed } = await prep('attention', { B, H, S, D, q, k, v }, names, ref, 1e-4);
    const rows = await interleave(jobs, opts); const fl = 4 * B * H * S * S * D; for (const r of rows) r.gflops = fl / r.med / 1e6;
    for (const j of jobs) try { await j.dispose?.(); } catch {}
    return { shape: `B${B} H${H} S${S} D${D} causal`, rows, failed, note: 'GFLOP/s counts the full S x S square (4BHSSD)' };
  },
  // reference values come from node (cached): losses, grads0 norm check is done here when a peer offers grads()
  async train({ names, batch, steps, ref, opts }) {
    const c = model.CFG, params = model.initParams(c), { x, y } = model.batchData(c, batch); const jobs = [], failed = [];
    for (const n of names) {
      const p = peers[n]; if (!p) continue; if (!p.train) { failed.push({ peer: n, err: 'cannot train' }); continue; }
      const e0 = gpuErrors.length;
      try {
        const t = now(); const j = await withTimeout(Promise.resolve(p.train({ cfg: c, opt: model.OPT, params, x, y, batch })), 120000, 'prepare train ' + n); const prepMs = now() - t;
        const losses = [], first = []; for (let i = 0; i < ref.losses.length; i++) { const t1 = now(); losses.push(await withTimeout(j.step(), 240000, `train step ${i} ${n}`)); first.push(now() - t1); }
        const rel = losses.map((l, i) => Math.abs(l - ref.losses[i]) / ref.losses[i]);
        if (gpuErrors.length > e0) throw new Error('GPU error: ' + gpuErrors.slice(e0).slice(0, 3).join(' | '));
        if (!(Math.max(...rel) < 1e-3)) throw new Error(`losses ${losses.join()} differ from the reference ${ref.losses.join()}`);
        jobs.push({ name: n, run: () => j.step(), sync: async () => {}, dispose: j.dispose, extra: { prepMs, firstSteps: first, lossErr: rel, note: j.note } });
      } catch (e) { failed.push({ peer: n, err: String(e && e.stack || e).slice(0, 700) }); }
    }
    const rows = await interleave(jobs, { targetMs: 1, maxReps: 1, rounds: steps, slowMs: 20000, slowRounds: 2, onceMs: 60000, ...opts });
    const fl = model.flopsTrain(c, batch); for (const r of rows) { r.gflops = fl / r.med / 1e6; r.tokPerS = batch * c.S / r.med * 1e3; }
    for (const j of jobs) try { await j.dispose?.(); } catch {}
    return { shape: `Llama form d${c.d} L${c.L} H${c.H} SwiGLU ${c.f} V${c.V} batch ${batch} x ${c.S}`, gflop: fl / 1e9, rows, failed };
  },
  async decode({ names, batch, P, n, ref, rounds }) {
    const c = model.CFG, params = model.initParams(c), all = model.batchData(c, batch); const prompt = new Int32Array(batch * P); for (let b = 0; b < batch; b++) for (let s = 0; s < P; s++) prompt[b * P + s] = all.x[b * c.S + s];
    const jobs = [], failed = [];
    for (const nme of names) {
      const p = peers[nme]; if (!p) continue; if (!p.decode) { failed.push({ peer: nme, err: 'no decode in this peer' }); continue; }
      const e0 = gpuErrors.length;
      try {
        const t = now(); const j = await withTimeout(Promise.resolve(p.decode({ cfg: c, params, batch, prompt, P, n })), 120000, 'prepare decode ' + nme); const prepMs = now() - t;
        const t1 = now(); const r = await withTimeout(j.generate(), 240000, 'generate ' + nme); const firstMs = now() - t1;
        if (gpuErrors.length > e0) throw new Error('GPU error: ' + gpuErrors.slice(e0).slice(0, 3).join(' | '));
        let same = 0; for (let i = 0; i < batch * n; i++) same += r.tokens[i] === ref.tokens[i];
        // a greedy path may fork at a near tie: demand 95 % equal
        if (same < 0.95 * batch * n) throw new Error(`tokens differ: ${same}/${batch * n} equal; got ${[...r.tokens].slice(0, 12)} want ${ref.tokens.slice(0, 12)}`);
        jobs.push({ nme, j, extra: { prepMs, firstMs, same: `${same}/${batch * n}`, note: j.note }, pre: [], dec: [], tot: [] });
      } catch (e) { failed.push({ peer: nme, err: String(e && e.stack || e).slice(0, 700) }); }
    }
    for (let r = 0; r < rounds; r++) for (const J of jobs) { if (r && J.extra.firstMs > 25000) continue; const t = now(); const g = await J.j.generate(); J.tot.push(now() - t); J.pre.push(g.prefillMs); J.dec.push(g.decodeMs); }
    const rows = jobs.map((J) => ({ peer: J.nme, total: stat(J.tot), prefill: stat(J.pre), decode: stat(J.dec), tokPerS: batch * (n - 1) / stat(J.dec).med * 1e3, msPerStep: stat(J.dec).med / (n - 1), ...J.extra }));
    for (const J of jobs) try { await J.j.dispose?.(); } catch {}
    return { batch, P, n, rows, failed };
  },
  micro, workers, roofline,
  async info() { const a = await navigator.gpu.requestAdapter(); return { ua: navigator.userAgent, vendor: a.info.vendor, arch: a.info.architecture, sg: [a.info.subgroupMinSize, a.info.subgroupMaxSize], isolated: crossOriginIsolated, cores: navigator.hardwareConcurrency }; },
};
window.bench = bench;
