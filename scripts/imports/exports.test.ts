import { expect, test } from 'vitest'
import { findUnusedExports } from './exports.ts'

const unused = (files: Record<string, string>, entry = /^$/) =>
  findUnusedExports(new Map(Object.entries(files)), (path) => entry.test(path)).map(({ file, line, name }) => `${file}:${line}: ${name}`)

test('an exported value that nobody imports is reported with its line, and one that its own file uses too', () => {
  expect(unused({ 'src/a.ts': 'const x = 1\nexport const y = x\nexport function z() { return y }' })).toEqual(['src/a.ts:2: y', 'src/a.ts:3: z'])
})

test('every kind of import by name uses that name and no other', () => {
  const a = 'export const x = 1, y = 2'
  for (const b of [`import { x } from './a.ts'`, `import { x as other } from './a.ts'`, `import { type T, x } from './a.ts'`]) {
    expect(unused({ 'src/a.ts': a, 'src/b.ts': b })).toEqual(['src/a.ts:1: y'])
  }
  expect(unused({ 'src/a.ts': a, 'src/b.ts': `export { x } from './a.ts'` })).toEqual(['src/a.ts:1: y', 'src/b.ts:1: x'])
})

test('an import that takes the file whole uses all of it', () => {
  for (const b of [`import * as a from './a.ts'`, `const { x } = await import('./a.ts')`, `export * from './a.ts'`, `type A = typeof import('./a.ts')`]) {
    expect(unused({ 'src/a.ts': 'export const x = 1, y = 2', 'src/b.ts': b })).toEqual([])
  }
})

test('an import for effects alone uses nothing, and a name of another file is another name', () => {
  expect(
    unused({ 'src/a.ts': 'export const x = 1', 'src/b.ts': `import './a.ts'`, 'web/a.ts': 'export const x = 1', 'web/b.ts': `import { x } from './a.ts'` }),
  ).toEqual(['src/a.ts:1: x'])
})

test('types and entry points are left alone', () => {
  expect(unused({ 'src/a.ts': 'export interface T {}\nexport type U = T', 'scripts/checks/a.ts': 'export const claim = 1' }, /^scripts\/checks/)).toEqual([])
})
