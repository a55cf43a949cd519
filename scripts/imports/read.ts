// The import statements of one source text, every kind: static, re-exported, dynamic, `import('…')` types, and
// workers named by `new URL('…', import.meta.url)`. Works on the syntax tree, so strings and comments do not
// fool it. Knows nothing of files or rules.

import { parseSync } from 'vite'

export interface ImportStatement {
  /** As written, without a query such as `?raw`. */
  readonly specifier: string
  /** True when nothing is left of it at run time. */
  readonly typeOnly: boolean
  /** Counted from 1. */
  readonly line: number
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const textOf = (value: unknown): string | undefined => (isNode(value) && typeof value['value'] === 'string' ? value['value'] : undefined)

/** The address of a `new URL('./relative', import.meta.url)`. */
function relativeUrl(node: Node): string | undefined {
  const { callee, arguments: args } = node
  if (!isNode(callee) || callee['name'] !== 'URL' || !Array.isArray(args) || args.length !== 2) return undefined
  const [address, base] = args
  const onImportMeta = isNode(base) && base['type'] === 'MemberExpression' && isNode(base['object']) && base['object']['type'] === 'MetaProperty'
  const text = textOf(address)
  return onImportMeta && text !== undefined && /^\.\.?\/.*\.[jt]sx?$/.test(text) ? text : undefined
}

/** The specifier that a node of the syntax tree imports, if it does. */
function importOf(node: Node): { specifier: string; typeOnly: boolean } | undefined {
  const source = textOf(node['source'])
  switch (node['type']) {
    case 'ImportDeclaration':
      return source === undefined ? undefined : { specifier: source, typeOnly: node['importKind'] === 'type' }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return source === undefined ? undefined : { specifier: source, typeOnly: node['exportKind'] === 'type' }
    case 'ImportExpression':
      return source === undefined ? undefined : { specifier: source, typeOnly: false }
    case 'TSImportType':
      return source === undefined ? undefined : { specifier: source, typeOnly: true }
    case 'NewExpression': {
      const address = relativeUrl(node)
      return address === undefined ? undefined : { specifier: address, typeOnly: false }
    }
    default:
      return undefined
  }
}

/** Calls `visit` with every node of a syntax tree. */
export function visitNodes(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const element of value) visitNodes(element, visit)
  if (!isNode(value) || Array.isArray(value)) return
  visit(value)
  for (const child of Object.values(value)) visitNodes(child, visit)
}

/** Every import of a TypeScript source. `path` only tells `.ts` from `.tsx`. */
export function readImports(path: string, source: string): ImportStatement[] {
  const found: ImportStatement[] = []
  visitNodes(parseSync(path, source).program, (node) => {
    const statement = importOf(node)
    if (statement === undefined || typeof node['start'] !== 'number') return
    const line = source.slice(0, node['start']).split('\n').length
    found.push({ specifier: statement.specifier.replace(/\?.*$/, ''), typeOnly: statement.typeOnly, line })
  })
  return found.sort((a, b) => a.line - b.line)
}
