import type { Plugin } from 'vite'

/** The path of the compiled CPU kernels; compiles them first when a source changed. */
export function compiledModule(root?: string): Promise<string>
/** Serves `virtual:tokenloom-wasm`; a new plugin for every bundle. */
export function wasmModule(root?: string): Plugin
