// Checks the imports of a set of sources against the table: each must be allowed, each relative one must name a
// file that exists, and files must not import each other in a circle. Pure: the caller reads the files.

import { posix } from 'node:path'
import { findCycles } from './cycles.ts'
import { readImports } from './read.ts'
import { type Row, TEST_PACKAGES } from './table.ts'

export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

export interface Rules {
  readonly table: Readonly<Record<string, Row>>
  /** Whether a path outside the given sources exists: a shader, a style sheet, a JSON file. */
  exists(path: string): boolean
}

const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

function folderOf(path: string, rules: Rules): string | undefined {
  return Object.keys(rules.table)
    .filter((folder) => within(path, folder))
    .sort((a, b) => b.length - a.length)[0]
}

/** The row of a file. A test reaches one level further: whatever the folders of its row may import. */
function rowOf(path: string, folder: string, rules: Rules): Row {
  const row = rules.table[folder] ?? { folders: [] }
  if (!isTest(path)) return row
  const folders = row.folders.map((entry) => entry.replace(/:types$/, ''))
  const further = folders.flatMap((entry) => rules.table[entry]?.folders ?? []).map((entry) => entry.replace(/:types$/, ''))
  const packages = folders.flatMap((entry) => rules.table[entry]?.packages ?? [])
  return { folders: [...folders, ...further], packages: [...(row.packages ?? []), ...packages, ...TEST_PACKAGES] }
}

function allowsFolder(row: Row, target: string, typeOnly: boolean): boolean {
  return row.folders.some((entry) => {
    const types = entry.endsWith(':types')
    return (!types || typeOnly) && within(target, types ? entry.slice(0, -':types'.length) : entry)
  })
}

const allowsPackage = (row: Row, specifier: string): boolean =>
  (row.packages ?? []).some((name) => (name === 'node:' ? specifier.startsWith(name) : within(specifier, name)))

/** Every broken rule of `sources` (path from the root, with forward slashes → text), in the order of the files. */
export function checkImports(sources: ReadonlyMap<string, string>, rules: Rules): Violation[] {
  const violations: Violation[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const folder = folderOf(file, rules)
    if (folder === undefined) {
      violations.push({ file, line: 1, message: 'stands in no folder of the import table' })
      continue
    }
    const row = rowOf(file, folder, rules)
    const edges: string[] = []
    graph.set(file, edges)
    for (const { specifier, typeOnly, line } of readImports(file, source)) {
      const report = (message: string) => violations.push({ file, line, message })
      if (!specifier.startsWith('.')) {
        if (!allowsPackage(row, specifier)) report(`${folder} may not import the package ${specifier}`)
        continue
      }
      const target = posix.join(posix.dirname(file), specifier)
      if (sources.has(target)) edges.push(target)
      else if (!rules.exists(target)) report(`imports ${specifier}, which does not exist: write the whole file name, extension included`)
      if (folderOf(target, rules) !== folder && !allowsFolder(row, target, typeOnly)) {
        const asTypes = !typeOnly && allowsFolder(row, target, true)
        report(asTypes ? `${folder} may import only types from ${target}` : `${folder} may not import ${target}`)
      }
    }
  }
  for (const cycle of findCycles(graph)) {
    violations.push({ file: cycle[0] ?? '', line: 1, message: `imports itself in a circle: ${[...cycle, cycle[0]].join(' → ')}` })
  }
  return violations
}
