// Who may import whom: the table of folders as an allow-list. What is not listed is forbidden. Data only; the
// check is check.ts. A change here goes with the folder's README and an entry in docs/decisions.md.

export interface Row {
  /** Folders whose modules may be imported. A trailing `:types` allows type-only imports alone. */
  readonly folders: readonly string[]
  /** Packages from the registry, by name; `node:` allows Node's own modules. */
  readonly packages?: readonly string[]
}

/** Keys are folders; a file belongs to the longest key that is a prefix of its path. */
export const IMPORT_TABLE: Readonly<Record<string, Row>> = {
  'src/base': { folders: [], packages: ['@noble/hashes'] },
  'src/service': { folders: ['src/base'] },
  'src/gpu': { folders: ['src/base'] },
  'src/objectives': { folders: ['src/base', 'src/service'] },
  'src/kernels': { folders: ['src/base', 'src/gpu', 'src/service:types', 'shaders'], packages: ['virtual:tokenloom-wasm', 'virtual:tokenloom-wasm/relaxed'] },
  'src/model': { folders: ['src/base', 'src/kernels', 'src/service'], packages: ['@huggingface/tokenizers'] },
  'src/adapters': { folders: ['src/base', 'src/kernels', 'src/service', 'src/model'] },
  'src/engine': { folders: ['src/base', 'src/gpu', 'src/kernels', 'src/model', 'src/adapters', 'src/objectives', 'src/service'] },
  'src/environments': { folders: ['src/base'] },
  'src/datasets': { folders: ['src/base', 'src/environments'], packages: ['hyparquet', 'hyparquet-compressors', '@cortex-js/compute-engine'] },
  'src/sandbox': {
    folders: ['src/base', 'src/environments'],
    packages: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'sucrase', 'tokenloom'],
  },
  'src/language': { folders: ['src/base', 'src/environments', 'src/sandbox'], packages: ['page-typescript'] },
  'src/episode': { folders: ['src/base', 'src/environments', 'src/service'] },
  'src/coordinator': { folders: ['src/base', 'src/environments', 'src/episode', 'src/service'] },
  'src/record': { folders: ['src/base', 'src/service', 'src/episode:types'] },
  'src/games': { folders: ['src/base', 'src/service', 'src/environments', 'src/episode', 'src/coordinator', 'src/record'] },
  'src/training': { folders: ['src/base', 'src/service', 'src/objectives', 'src/environments', 'src/episode', 'src/coordinator', 'src/record'] },
  'src/lessons': {
    folders: [
      'src/base',
      'src/service',
      'src/objectives',
      'src/kernels',
      'src/engine',
      'src/environments',
      'src/episode',
      'src/coordinator',
      'src/record',
      'src/training',
      'shaders',
    ],
  },
  'src/store': { folders: ['src/base', 'src/record'], packages: ['idb'] },
  'src/share': { folders: ['src/base', 'src/record'], packages: ['fflate'] },
  'src/workers': { folders: ['src'], packages: ['comlink'] },
  'web/commands': {
    folders: [
      'src/base',
      'src/record',
      'src/share',
      'src/workers',
      'src/environments:types',
      'src/sandbox:types',
      'src/sandbox/templates',
      'src/lessons/catalogue.ts',
      'src/lessons:types',
      'src/service:types',
      'src/store:types',
      'web/state',
      'web/ui/after-paint.ts',
    ],
    packages: ['comlink', 'virtual:tokenloom-sandbox', '@jitl/quickjs-wasmfile-release-sync/wasm'],
  },
  'web/state': {
    folders: [
      'src/base',
      'src/record',
      'src/episode',
      'src/environments:types',
      'src/sandbox:types',
      'src/service:types',
      'src/share:types',
      'src/lessons/catalogue.ts',
      'src/lessons:types',
      'src/games:types',
      'src/store:types',
      'src/engine/schedule:types',
      'src/workers:types',
    ],
    packages: ['zustand', 'react'],
  },
  'web/text': {
    folders: [
      'src/base',
      'web/state:types',
      'src/record:types',
      'src/environments:types',
      'src/sandbox:types',
      'src/service:types',
      'src/episode:types',
      'src/share:types',
      'src/lessons/catalogue.ts',
      'src/lessons:types',
    ],
  },
  'web/ui': { folders: ['src/base', 'web/text'], packages: ['react', 'react-dom'] },
  'web/scene': {
    folders: ['src/base', 'src/environments:types', 'src/environments/picture.ts', 'web/text', 'web/ui/after-paint.ts'],
    packages: ['react', 'three'],
  },
  'web/views': {
    folders: [
      'src/base',
      'src/record',
      'src/episode',
      'src/environments:types',
      'src/sandbox:types',
      'src/service:types',
      'src/share:types',
      'src/lessons/catalogue.ts',
      'src/lessons:types',
      'web/commands',
      'web/state',
      'web/text',
      'web/ui',
      'web/scene',
      'web/views/author',
    ],
    packages: ['react', 'react-dom', 'uplot'],
  },
  'web/views/author': {
    folders: [
      'src/base',
      'src/environments:types',
      'src/environments/suite/judge-learnability.ts',
      'src/environments/suite/judge-readability.ts',
      'src/sandbox:types',
      'web/commands',
      'web/state',
      'web/text',
      'web/ui',
      'web/scene',
      'web/views/figure',
      'web/views/Part.tsx',
    ],
    packages: [
      'react',
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/lang-javascript',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
    ],
  },
  web: {
    folders: ['src/base', 'src/record', 'web/commands', 'web/state', 'web/text', 'web/ui', 'web/views', 'web/scene'],
    packages: ['react', 'react-dom', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono', 'workbox-precaching'],
  },
  scripts: { folders: ['src', 'shaders', 'bench', 'web/automation.ts:types'], packages: ['node:', 'vite', 'playwright', 'webgpu'] },
  bench: { folders: ['src', 'shaders'], packages: ['node:', 'playwright', 'webgpu'] },
  e2e: { folders: ['scripts', 'src/share/testing', 'src/lessons/catalogue.ts'], packages: ['node:', '@playwright/test', 'playwright', '@axe-core/playwright'] },
}

/** What a test may import on top of its folder's row and of the rows that this row names. */
export const TEST_PACKAGES: readonly string[] = ['vitest', 'fast-check', 'node:']

/** Files whose exports something other than an import of ours asks for: each with who asks. */
export const ENTRY_POINTS: readonly RegExp[] = [
  /^scripts\/(benches|checks)\/[^/]+\.ts$/, // found by their names: `npm run bench`, `npm run check`
  /^scripts\/(adapters|checks\/platforms)\/page\.ts$/, // built for a page, which calls `run`
  /^bench\/(ours|ours-cpu|kernels-page)\.ts$/, // built for the pages of the benchmarks
  /^src\/sandbox\/authoring\.ts$/, // the module `tokenloom` of authored environments
  /^src\/sandbox\/inside\/main\.ts$/, // built for the interpreter, which calls it by name
]
