// This project's CPU engine with relaxed SIMD, a named option: multiply and add may be fused.
const { relaxedPeer } = await import(/* @vite-ignore */ `${location.origin}/.build-ours/ours-cpu.js`);
export default relaxedPeer;
