// When did a set of sources last change? Folders count too, since deleting a file only changes its folder.
// Plain JavaScript because scripts/run.mjs needs it before anything can be bundled; its types: freshness.d.mts.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function newestChange(root, paths) {
  let newest = 0
  for (const path of paths) {
    const full = join(root, path)
    const stat = statSync(full, { throwIfNoEntry: false })
    if (stat === undefined) continue
    newest = Math.max(newest, stat.mtimeMs)
    if (!stat.isDirectory()) continue
    const children = readdirSync(full).filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    newest = Math.max(newest, newestChange(full, children))
  }
  return newest
}
