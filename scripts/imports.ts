// The import rules as a command: reads every source of the project, prints what is forbidden, fails if anything
// is; values exported for nobody too. The rules are imports/table.ts, the checks imports/check.ts and imports/exports.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from './command/command.ts'
import { checkImports } from './imports/check.ts'
import { findUnusedExports } from './imports/exports.ts'
import { ENTRY_POINTS, IMPORT_TABLE } from './imports/table.ts'

/** Source files under a folder, as paths from the root with forward slashes. Packages inside the project, and sources of another compiler, keep to themselves. */
function sourcesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      const apart = ['package.json', 'asconfig.json'].some((name) => existsSync(join(root, path, name)))
      return entry.name === 'node_modules' || apart ? [] : sourcesUnder(path)
    }
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

await runCommand(async () => {
  const paths = ['src', 'web', 'scripts', 'bench', 'e2e'].flatMap(sourcesUnder)
  const sources = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const violations = checkImports(sources, { table: IMPORT_TABLE, exists: (path) => existsSync(join(root, path)) })
  for (const { file, line, message } of violations) process.stdout.write(`${file}:${line}: ${message}\n`)
  const unused = findUnusedExports(sources, (path) => ENTRY_POINTS.some((entry) => entry.test(path)))
  for (const { file, line, name } of unused)
    process.stdout.write(`${file}:${line}: exports ${name}, which no other file imports: keep it to the file, or delete it\n`)
  process.stdout.write(`${sources.size} files, ${violations.length} forbidden imports, ${unused.length} unused exports\n`)
  return violations.length + unused.length === 0 ? 0 : 1
})
