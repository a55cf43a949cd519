// The check `first-load`: how much compressed script the page needs before it shows, counted in the build itself:
// the entry, what it imports statically, and what the page preloads. What loads later, workers included, is listed
// but not counted.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'vite'
import type { Claim } from '../claims/claim.ts'
import { ensureBuilt } from '../page/built.ts'

/** The promise of the first page: 170 KB (of 1000 bytes). */
const LIMIT_BYTES = 170_000

/** The scripts that a page loads before anything runs: module entries, preloads and classic scripts. */
export function entryScripts(html: string): string[] {
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  return tags.flatMap((tag) => {
    const isScript = tag.startsWith('<script') || /rel="modulepreload"/.test(tag)
    const address = /(?:src|href)="([^"]+\.js)"/.exec(tag)?.[1]
    return isScript && address !== undefined ? [posix.normalize(address)] : []
  })
}

/** The files that a module needs before it runs: its static imports and re-exports. */
export function staticImports(path: string, source: string): string[] {
  return parseSync(path, source).program.body.flatMap((node) => {
    const imported = node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration' ? node.source : null
    return imported?.value.startsWith('.') === true ? [posix.join(posix.dirname(path), imported.value)] : []
  })
}

export const claim: Claim = {
  summary: 'The script of the first load is at most 170 KB compressed.',
  async run({ say }) {
    const dist = await ensureBuilt(say)
    const read = (path: string): Buffer => readFileSync(join(dist, path))
    const sizes = new Map<string, number>()
    const pending = entryScripts(read('index.html').toString())
    for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
      if (sizes.has(path)) continue
      sizes.set(path, gzipSync(read(path), { level: 9 }).length)
      pending.push(...staticImports(path, read(path).toString()))
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
    const later = all.filter((path) => path.endsWith('.js') && !sizes.has(path))
    const laterBytes = later.reduce((sum, path) => sum + gzipSync(read(path), { level: 9 }).length, 0)
    return { ok: bytes > 0 && bytes <= LIMIT_BYTES, bytes, limit: LIMIT_BYTES, files: Object.fromEntries(sizes), laterBytes }
  },
}
