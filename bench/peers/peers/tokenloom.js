// This project: built from ../../ours.ts into .build-ours/ by `npm run bench -- peers`, loaded at run time.
const { peer } = await import(/* @vite-ignore */ `${location.origin}/.build-ours/ours.js`);
export default peer;
