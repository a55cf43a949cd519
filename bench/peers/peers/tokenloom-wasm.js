// This project's CPU engine: built from ../../ours-cpu.ts into .build-ours/ by `npm run bench -- peers`, loaded at run time.
const { peer } = await import(/* @vite-ignore */ `${location.origin}/.build-ours/ours-cpu.js`);
export default peer;
