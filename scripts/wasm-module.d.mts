import type { Plugin } from 'vite'

/** The path of the compiled CPU kernels; compiles them first when a source changed. */
export function compiledModule(root?: string, options?: readonly string[]): Promise<string>
/** Serves `virtual:tokenloom-wasm` and `virtual:tokenloom-wasm/relaxed`; a new plugin for every bundle. */
export function wasmModule(root?: string): Plugin
