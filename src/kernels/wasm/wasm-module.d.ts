// The compiled kernels, made from ./assembly by the plugin of scripts/wasm-module.mjs.

declare module 'virtual:tokenloom-wasm' {
  export const moduleBase64: string
}
