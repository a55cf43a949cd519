import * as ort from 'onnxruntime-web/webgpu';
import { tensor, node, io, model } from './lib-onnx.js';
import { angles, paramShapes } from '../page/model.js';
let ready;
export function setup(base) { return (ready ??= (async () => { ort.env.wasm.wasmPaths = base + '/ort/'; ort.env.wasm.numThreads = 2; ort.env.logLevel = 'error'; })()); }
const bytes = (d) => d.reduce((a, b) => a * b, 1) * 4;
export function make(ep, name) {
  const gpu = ep === 'webgpu';
  const session = (m, outs) => ort.InferenceSession.create(m, { executionProviders: [ep], graphOptimizationLevel: 'all', ...(gpu && outs ? { preferredOutputLocation: outs } : {}) });
  const up = async (x, dims, type = 'float32') => {
    if (!gpu) return new ort.Tensor(type, x, dims);
    const d = await ort.env.webgpu.device; const b = d.createBuffer({ size: Math.ceil(x.byteLength / 16) * 16, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST }); d.queue.writeBuffer(b, 0, x); return ort.Tensor.fromGpuBuffer(b, { dataType: type, dims });
  };
  const sync = async () => { if (gpu) await (await ort.env.webgpu.device).queue.onSubmittedWorkDone(); };
  const jobOf = async (s, feeds, out, note) => { let o; return { note, async run() { const r = await s.run(feeds); o?.dispose?.(); o = r[out]; }, sync, read: async () => (gpu ? await o.getData() : o.data), async dispose() { o?.dispose?.(); await s.release(); for (const k in feeds) { if (gpu) feeds[k].gpuBuffer?.destroy(); } } }; };
  return {
    name, kind: ep, version: ort.env.versions.web + ' ' + ep,
    async init({ base }) { await setup(base); const s = await session(model({ nodes: [node('MatMul', ['a', 'b'], ['c'])], inputs: [io('a', [4, 4]), io('b', [4, 4])], outputs: [io('c', [4, 4])] })); await s.run({ a: new ort.Tensor('float32', new Float32Array(16), [4, 4]), b: new ort.Tensor('float32', new Float32Array(16), [4, 4]) }); },
    async matmul({ M, K, N, A, B }) {
      const s = await session(model({ nodes: [node('MatMul', ['a', 'b'], ['c'])], inputs: [io('a', [M, K]), io('b', [K, N])], outputs: [io('c', [M, N])] }), 'gpu-buffer');
      return jobOf(s, { a: await up(A, [M, K]), b: await up(B, [K, N]) }, 'c', gpu ? 'inputs and output stay on the GPU' : '2 threads');
    },
    async attention({ B, H, S, D, q, k, v }) {
      const sh = [B, H, S, D]; const mask = new Float32Array(S * S); for (let i = 0; i < S; i++) for (let j = i + 1; j < S; j++) mask[i * S + j] = -1e9;
      const s = await session(model({ nodes: [node('Transpose', ['k'], ['kt'], { perm: [0, 1, 3, 2] }), node('MatMul', ['q', 'kt'], ['s0']), node('Mul', ['s0', 'sc'], ['s1']), node('Add', ['s1', 'mask'], ['s2']), node('Softmax', ['s2'], ['p'], { axis: -1 }), node('MatMul', ['p', 'v'], ['o'])], inits: [tensor('sc', new Float32Array([1 / Math.sqrt(D)]), [1]), tensor('mask', mask, [S, S])], inputs: [io('q', sh), io('k', sh), io('v', sh)], outputs: [io('o', sh)] }), 'gpu-buffer');
      return jobOf(s, { q: await up(q, sh), k: await up(k, sh), v: await up(v, sh) }, 'o', 'composed: MatMul, Mul, Add mask, Softmax, MatMul');
    },
    async decode({ cfg, params, batch: B, prompt, P, n }) {
      const { d, H, L, eps, V } = cfg, dh = d / H; const sh = paramShapes(cfg); const inits = [], nodes = [], ins = [], outs = [];
      for (const m in sh) inits.push(tensor(m, params[m], sh[m]));
      const i64 = (nm, a) => inits.push(tensor(nm, BigInt64Array.from(a.map(BigInt)), [a.length], 'int64'));
      inits.push(tensor('sc', new Float32Array([1 / Math.sqrt(dh)]), [1])); i64('hs', [0, 0, H, dh]); i64('cs', [0, 0, d]); i64('half', [dh / 2, dh / 2]);
      const ang = angles(cfg); for (const m of ['cos', 'sin']) { const o = new Float32Array(cfg.S * dh); for (let t = 0; t < cfg.S; t++) for (let i = 0; i < dh / 2; i++) o[t * dh + i] = o[t * dh + dh / 2 + i] = ang[m][t * dh / 2 + i]; inits.push(tensor(m + 'All', o, [cfg.S, dh])); nodes.push(node('Gather', [m + 'All', 'pids'], [m])); }
      // rotary positions: x·cos + (-x2, x1)·sin on [B,H,S,dh]
      const turn = (a, o) => { nodes.push(node('Split', [a, 'half'], [o + 'a', o + 'b'], { axis: -1 }), node('Neg', [o + 'b'], [o + 'n']), node('Concat', [o + 'n', o + 'a'], [o + 't'], { axis: -1 }), node('Mul', [a, 'cos'], [o + 'c']), node('Mul', [o + 't', 'sin'], [o + 's']), node('Add', [o + 'c', o + 's'], [o])); };
      nodes.push(node('Gather', ['tok', 'ids'], ['x0']), node('Transpose', ['tok'], ['head'], { perm: [1, 0] })); let x = 'x0';
      const rms = (a, g, o) => nodes.push(node('SimplifiedLayerNormalization', [a, g], [o], { axis: -1, epsilon: { f: eps } }));
      for (let l = 0; l < L; l++) {
        const t = (s) => `l${l}.${s}`; rms(x, t('g1'), t('n1'));
        for (const c of 'qkv') nodes.push(node('MatMul', [t('n1'), t('w' + c)], [t(c + '0')]), node('Reshape', [t(c + '0'), 'hs'], [t(c + '1')]), node('Transpose', [t(c + '1')], [t(c === 'v' ? 'v' : c + '2')], { perm: [0, 2, 1, 3] })); turn(t('q2'), t('q')); turn(t('k2'), t('k'));
        for (const c of 'kv') { ins.push(io(t('past' + c), [B, H, 'past', dh])); outs.push(io(t('pres' + c), [B, H, 'total', dh])); nodes.push(node('Concat', [t('past' + c), t(c)], [t('pres' + c)], { axis: 2 })); }
        nodes.push(node('Transpose', [t('presk')], [t('keysT')], { perm: [0, 1, 3, 2] }), node('MatMul', [t('q'), t('keysT')], [t('s0')]), node('Mul', [t('s0'), 'sc'], [t('s1')]), node('Add', [t('s1'), 'mask'], [t('s2')]), node('Softmax', [t('s2')], [t('p')], { axis: -1 }), node('MatMul', [t('p'), t('presv')], [t('o0')]), node('Transpose', [t('o0')], [t('o1')], { perm: [0, 2, 1, 3] }), node('Reshape', [t('o1'), 'cs'], [t('o')]), node('MatMul', [t('o'), t('wo')], [t('a')]), node('Add', [x, t('a')], [t('x1')]));
        rms(t('x1'), t('g2'), t('n2')); nodes.push(node('MatMul', [t('n2'), t('wg')], [t('u')]), node('MatMul', [t('n2'), t('wu')], [t('up')]), node('Sigmoid', [t('u')], [t('sg')]), node('Mul', [t('u'), t('sg')], [t('m0')]), node('Mul', [t('m0'), t('up')], [t('m')]), node('MatMul', [t('m'), t('wd')], [t('f')]), node('Add', [t('x1'), t('f')], [t('x2')])); x = t('x2');
      }
      rms(x, 'gf', 'nf'); nodes.push(node('Gather', ['nf', 'last'], ['nl'], { axis: 1 }), node('MatMul', ['nl', 'head'], ['lg']), node('ArgMax', ['lg'], ['next64'], { axis: -1, keepdims: 0 }), node('Cast', ['next64'], ['next'], { to: 6 }));
      const m = model({ nodes, inits, inputs: [io('ids', [B, 'S'], 'int32'), io('pids', ['S'], 'int32'), io('mask', ['S', 'total']), io('last', [], 'int32'), ...ins], outputs: [io('next', [B], 'int32'), ...outs] });
      const loc = {}; if (gpu) for (let l = 0; l < L; l++) for (const c of 'kv') loc[`l${l}.pres${c}`] = 'gpu-buffer'; const s = await session(m, gpu ? loc : null);
      const stepR = async (ids, S, pos, past) => {
        const total = pos + S; const mk = new Float32Array(S * total); for (let i = 0; i < S; i++) for (let j = pos + i + 1; j < total; j++) mk[i * total + j] = -1e9;
        const f = { ids: new ort.Tensor('int32', ids, [B, S]), pids: new ort.Tensor('int32', Int32Array.from({ length: S }, (_, i) => pos + i), [S]), mask: new ort.Tensor('float32', mk, [S, total]), last: new ort.Tensor('int32', Int32Array.of(S - 1), []) };
        for (let l = 0; l < L; l++) for (const c of 'kv') f[`l${l}.past${c}`] = past ? past[`l${l}.pres${c}`] : new ort.Tensor('float32', new Float32Array(0), [B, H, 0, dh]);
        const r = await s.run(f); if (past) for (const k in past) past[k].dispose?.(); const nx = await r.next.getData(); const keep = {}; for (const k in r) if (k !== 'next') keep[k] = r[k]; return [Int32Array.from(nx), keep];
      };
      return { note: 'hand-built graph, KV by Concat on device, ArgMax in graph, one readback per step', async generate() {
        const tokens = new Int32Array(B * n); const t0 = performance.now(); let [nx, past] = await stepR(Int32Array.from(prompt), P, 0, null); for (let b = 0; b < B; b++) tokens[b * n] = nx[b]; const t1 = performance.now();
        for (let i = 1; i < n; i++) { [nx, past] = await stepR(nx, 1, P + i - 1, past); for (let b = 0; b < B; b++) tokens[b * n + i] = nx[b]; }
        const t2 = performance.now(); for (const k in past) past[k].dispose?.(); return { tokens, prefillMs: t1 - t0, decodeMs: t2 - t1 };
      }, dispose: () => s.release() };
    },
  };
}
