// What docs/environments.md says of types in an editor outside this project: the file that it gives, tried with the compiler.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const DOCS = readFileSync('docs/environments.md', 'utf8')
const EXAMPLE = /```ts\n(import[\s\S]*?)```/.exec(DOCS)?.[1] ?? ''
const CONFIG = /```json\n(\{ "extends": "\.\.\/tokenloom[\s\S]*?)```/.exec(DOCS)?.[1] ?? ''

const folder = mkdtempSync(join(tmpdir(), 'tokenloom-types-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the compiler says of one file in a folder elsewhere. */
function compiled(source: string): string {
  writeFileSync(join(folder, 'tsconfig.json'), CONFIG.replace('../tokenloom', resolve('.')))
  writeFileSync(join(folder, 'my-game.ts'), source)
  return spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' }).stdout
}

it('a file elsewhere gets the types of tokenloom by the tsconfig.json of the documentation', () => {
  expect(EXAMPLE).toContain('satisfies Environment')
  expect(compiled(EXAMPLE)).toBe('')
  expect(compiled(EXAMPLE.replace('maxTurns: 1', "maxTurns: 'one'"))).toMatch(/my-game\.ts.*TS2322/)
}, 60_000)
