import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newestChange } from './freshness.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tokenloom-fresh-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (path: string, seconds: number) => utimesSync(join(folder, path), seconds, seconds)

test('the newest file or folder counts, deletions included, packages and hidden files not', () => {
  mkdirSync(join(folder, 'src', 'node_modules'), { recursive: true })
  for (const path of ['src/a.ts', 'src/b.ts', 'src/.hidden', 'src/node_modules/c.js']) writeFileSync(join(folder, path), '')
  at('src/a.ts', 100)
  at('src/b.ts', 200)
  at('src/.hidden', 900)
  at('src/node_modules/c.js', 900)
  at('src', 50)
  expect(newestChange(folder, ['src', 'absent'])).toBe(200_000)
  rmSync(join(folder, 'src/b.ts'))
  expect(newestChange(folder, ['src'])).toBeGreaterThan(200_000)
})

test('nothing there is 0', () => {
  expect(newestChange(folder, ['absent'])).toBe(0)
})
