import { expect, test } from 'vitest'
import { checkImports } from './check.ts'
import { findCycles } from './cycles.ts'
import { IMPORT_TABLE, type Row } from './table.ts'

const table: Readonly<Record<string, Row>> = {
  'src/base': { folders: [] },
  'src/service': { folders: ['src/base'] },
  'src/record': { folders: ['src/base', 'src/service:types'], packages: ['idb'] },
  web: { folders: ['src/record', 'shaders'] },
  'web/views': { folders: ['src/record'] },
}
const check = (files: Record<string, string>) =>
  checkImports(new Map(Object.entries(files)), { table, exists: (path) => path === 'shaders/add.wgsl' }).map(
    ({ file, line, message }) => `${file}:${line}: ${message}`,
  )
const empty = { 'src/base/a.ts': '', 'src/service/s.ts': '', 'src/record/r.ts': '' }

test('what the row names is allowed, type-only where it says so', () => {
  expect(check({ ...empty, 'src/record/x.ts': `import '../base/a.ts'\nimport type { S } from '../service/s.ts'\nimport { openDB } from 'idb'` })).toEqual([])
})

test('a forbidden folder is reported with its line', () => {
  expect(check({ ...empty, 'src/base/x.ts': `\nimport '../record/r.ts'` })).toEqual(['src/base/x.ts:2: src/base may not import src/record/r.ts'])
})

test('a value from a folder of types is reported as such', () => {
  expect(check({ ...empty, 'src/record/x.ts': `import { s } from '../service/s.ts'` })).toEqual([
    'src/record/x.ts:1: src/record may import only types from src/service/s.ts',
  ])
})

test('a type-only import of a forbidden folder is forbidden too', () => {
  expect(check({ ...empty, 'src/base/x.ts': `import type { R } from '../record/r.ts'` })).toHaveLength(1)
})

test('dynamic imports, re-exports, import types and workers count', () => {
  const sources = [
    `const r = await import('../record/r.ts')`,
    `export * from '../record/r.ts'`,
    `export type X = import('../record/r.ts').X`,
    `new Worker(new URL('../record/r.ts', import.meta.url))`,
  ]
  for (const source of sources) expect(check({ ...empty, 'src/base/x.ts': source })).toHaveLength(1)
})

test('text that only looks like an import is none', () => {
  expect(check({ ...empty, 'src/base/x.ts': "// import '../record/r.ts'\nconst s = `import '../record/r.ts'`" })).toEqual([])
})

test('a package must stand in the row', () => {
  expect(check({ ...empty, 'src/base/x.ts': `import { openDB } from 'idb'` })).toEqual(['src/base/x.ts:1: src/base may not import the package idb'])
})

test('a relative import names a whole, existing file', () => {
  expect(check({ ...empty, 'web/x.ts': `import add from '../shaders/add.wgsl?raw'` })).toEqual([])
  expect(check({ ...empty, 'src/base/x.ts': `import './a'` })).toEqual([
    'src/base/x.ts:1: imports ./a, which does not exist: write the whole file name, extension included',
  ])
})

test('the longest folder decides: web/views does not inherit from web', () => {
  expect(check({ ...empty, 'web/views/x.tsx': `import add from '../../shaders/add.wgsl?raw'` })).toEqual([
    'web/views/x.tsx:1: web/views may not import shaders/add.wgsl',
  ])
})

test('a test reaches one level further, and no more', () => {
  expect(check({ ...empty, 'web/views/x.test.ts': `import { test } from 'vitest'\nimport { s } from '../../src/service/s.ts'` })).toEqual([])
  expect(check({ ...empty, 'src/base/x.test.ts': `import '../record/r.ts'` })).toHaveLength(1)
})

test('a circle of files is reported once, as its shortest way round', () => {
  const files = { 'src/base/a.ts': `import './b.ts'`, 'src/base/b.ts': `import type { C } from './c.ts'`, 'src/base/c.ts': `import './a.ts'\nimport './b.ts'` }
  expect(check(files)).toEqual(['src/base/a.ts:1: imports itself in a circle: src/base/a.ts → src/base/b.ts → src/base/c.ts → src/base/a.ts'])
})

test('a file outside the table is reported', () => {
  expect(check({ 'lib/x.ts': '' })).toEqual(['lib/x.ts:1: stands in no folder of the import table'])
})

test("the project's own table is a one-way street, types aside", () => {
  const graph = new Map(Object.entries(IMPORT_TABLE).map(([folder, row]) => [folder, row.folders.filter((target) => target in IMPORT_TABLE)]))
  expect(findCycles(graph)).toEqual([])
})
