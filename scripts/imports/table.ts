// Who may import whom: the table of folders as an allow-list. What is not listed is forbidden. Data only; the
// check is check.ts. A change here goes with a change of the design's table and an entry in docs/decisions.md.

export interface Row {
  /** Folders whose modules may be imported. A trailing `:types` allows type-only imports alone. */
  readonly folders: readonly string[]
  /** Packages from the registry, by name; `node:` allows Node's own modules. */
  readonly packages?: readonly string[]
}

/** Keys are folders; a file belongs to the longest key that is a prefix of its path. */
export const IMPORT_TABLE: Readonly<Record<string, Row>> = {
  'src/base': { folders: [] },
  'src/service': { folders: ['src/base'] },
  'src/gpu': { folders: ['src/base'] },
  'src/objectives': { folders: ['src/base', 'src/service'] },
  'src/kernels': { folders: ['src/base', 'src/gpu', 'src/service:types', 'shaders'], packages: ['virtual:tokenloom-wasm', 'virtual:tokenloom-wasm/relaxed'] },
  'src/model': { folders: ['src/base', 'src/kernels', 'src/service'], packages: ['@huggingface/tokenizers'] },
  'src/adapters': { folders: ['src/base', 'src/kernels', 'src/service', 'src/model'] },
  'src/engine': { folders: ['src/base', 'src/gpu', 'src/kernels', 'src/model', 'src/adapters', 'src/objectives', 'src/service'] },
  'src/environments': { folders: ['src/base'] },
  'src/episode': { folders: ['src/base', 'src/environments', 'src/service:types'] },
  'src/coordinator': { folders: ['src/base', 'src/environments', 'src/episode', 'src/service:types'] },
  'src/record': { folders: ['src/base', 'src/service', 'src/episode:types'] },
  'src/training': { folders: ['src/base', 'src/service', 'src/objectives', 'src/environments', 'src/episode', 'src/coordinator', 'src/record'] },
  'src/store': { folders: ['src/base', 'src/record'], packages: ['idb'] },
  'src/workers': { folders: ['src'], packages: ['comlink'] },
  'web/commands': { folders: ['src/base', 'src/record', 'src/workers', 'src/service:types', 'src/store:types', 'web/state'], packages: ['comlink'] },
  'web/state': { folders: ['src/base', 'src/record', 'src/episode', 'src/service:types'], packages: ['zustand', 'react'] },
  'web/text': { folders: ['src/base', 'web/state:types', 'src/record:types', 'src/service:types', 'src/episode:types'] },
  'web/ui': { folders: ['src/base', 'web/text'], packages: ['react', '@base-ui/react'] },
  'web/scene': { folders: ['src/base', 'web/text'], packages: ['react'] },
  'web/views': {
    folders: ['src/base', 'src/record', 'src/episode', 'src/service:types', 'web/commands', 'web/state', 'web/text', 'web/ui', 'web/scene'],
    packages: ['react', 'react-dom', 'uplot'],
  },
  web: {
    folders: ['src/base', 'src/record', 'web/commands', 'web/state', 'web/text', 'web/ui', 'web/views', 'web/scene'],
    packages: ['react', 'react-dom', '@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
  },
  scripts: { folders: ['src', 'shaders', 'bench', 'web/automation.ts:types'], packages: ['node:', 'vite', 'playwright', 'webgpu'] },
  bench: { folders: ['src', 'shaders'], packages: ['node:', 'playwright', 'webgpu'] },
  e2e: { folders: ['scripts'], packages: ['node:', '@playwright/test', 'playwright', '@axe-core/playwright'] },
}

/** What a test may import on top of its folder's row and of the rows that this row names. */
export const TEST_PACKAGES: readonly string[] = ['vitest', 'fast-check', 'node:']
