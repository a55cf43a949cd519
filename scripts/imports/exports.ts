// Exported values that no other file imports: an export is a promise to others, and one that nobody takes up hides
// dead code from the compiler, which reports unused names only where they are not exported. Types are left out:
// a reader of a signature may want their names. Knows nothing of folders.

import { posix } from 'node:path'
import { parseSync } from 'vite'
import { visitNodes } from './read.ts'

export interface UnusedExport {
  readonly file: string
  readonly line: number
  readonly name: string
}

/** What is imported of each file, by name; `*` where an import takes the file whole. */
class Uses {
  readonly #names = new Map<string, Set<string>>()

  add(importer: string, specifier: string, name: string): void {
    if (!specifier.startsWith('.')) return
    const file = posix.join(posix.dirname(importer), specifier.replace(/\?.*$/, ''))
    this.#names.set(file, (this.#names.get(file) ?? new Set()).add(name))
  }

  has(file: string, name: string): boolean {
    const names = this.#names.get(file)
    return names !== undefined && (names.has('*') || names.has(name))
  }
}

/** `isEntry` tells the files whose exports something other than an import asks for. */
export function findUnusedExports(sources: ReadonlyMap<string, string>, isEntry: (file: string) => boolean): UnusedExport[] {
  const uses = new Uses()
  const exported: UnusedExport[] = []
  for (const [file, source] of sources) {
    const { module, program } = parseSync(file, source)
    for (const { moduleRequest, entries } of module.staticImports) {
      for (const { importName } of entries) uses.add(file, moduleRequest.value, importName.name ?? (importName.kind === 'Default' ? 'default' : '*'))
    }
    for (const { start, entries } of module.staticExports) {
      for (const { moduleRequest, importName, exportName, isType } of entries) {
        if (moduleRequest !== null) uses.add(file, moduleRequest.value, importName.name ?? '*')
        const name = exportName.name
        if (!isType && name !== null && !isEntry(file)) exported.push({ file, line: source.slice(0, start).split('\n').length, name })
      }
    }
    visitNodes(program, ({ type, source: from }) => {
      const whole = type === 'ImportExpression' || type === 'TSImportType'
      if (whole && typeof from === 'object' && from !== null && 'value' in from && typeof from.value === 'string') uses.add(file, from.value, '*')
    })
  }
  return exported.filter(({ file, name }) => !uses.has(file, name))
}
