// QuickJS compiled to WebAssembly: the module in which interpreters are made. Knows nothing of what they run.

import releaseVariant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core'

/** `wasm` holds the bytes of the interpreter where they cannot be fetched: they are posted in. */
export const loadQuickJs = (wasm?: ArrayBuffer): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(wasm === undefined ? releaseVariant : newVariant(releaseVariant, { wasmBinary: wasm }))
