// Add a peer: write peers/<name>.js (see README.md for the interface) and one line here.
export const list = {
  tokenloom: () => import('./tokenloom.js'),
  'tokenloom-wasm': () => import('./tokenloom-wasm.js'),
  'raw-sg': () => import('./raw-sg.js'),
  'raw-gpu': () => import('./raw-gpu.js'),
  tfjs: () => import('./tfjs.js'),
  jaxjs: () => import('./jaxjs.js'),
  'ort-webgpu': () => import('./ort-webgpu.js'),
  'jaxjs-wasm': () => import('./jaxjs-wasm.js'),
  'ort-wasm': () => import('./ort-wasm.js'),
};
