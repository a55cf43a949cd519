import { describe, expect, it } from 'vitest'
import { foreignImport } from './foreign-imports.ts'
import higherLower from './templates/higher-lower.ts?raw'

const told = (source: string) => foreignImport(source, 'tokenloom')

describe('imports that lead nowhere', () => {
  it.each([
    ["import fs from 'node:fs'", 'node:fs'],
    ["import fs, { type A } from './fs'", './fs'],
    ["import { type A } from './a'", './a'],
    ["import * as all from 'https://example.org/x.js'", 'https://example.org/x.js'],
    ["import './side'", './side'],
    ["import type from './named'", './named'],
    ["import type, { a } from './named'", './named'],
    ["import { 'a b' as c } from './text'", './text'],
    ["export { a } from './again'", './again'],
    ["export * from './all'", './all'],
    ['import {\n  a,\n} from "./lines"', './lines'],
    ["import x from 'token\\u006coom'", 'token\\u006coom'],
  ])('are found in %j, used or not', (statement, module) => {
    const error = told(`// one\nimport { ok } from 'tokenloom'\n\n${statement}\nexport default {}`)
    expect(error).toMatchObject({ code: 'SANDBOX_SOURCE', at: '4' })
    expect(error?.message).toContain(JSON.stringify(module))
    expect(error?.message).toContain('line 4')
  })

  it.each([
    "import type { A } from './types'",
    "import type A from './types'",
    "export type { A } from './types'",
    "import { type Environment, ok } from 'tokenloom'",
    "const text = `import a from 'b'`",
    'const prompt = "import a from \'b\'"',
    "// import a from 'b'",
    "const later = () => import('node:fs')",
    "export const from = 'here'",
    "const record = { from: 'here', import: 'there' }",
    higherLower,
  ])('are not seen in %j', (source) => {
    expect(told(source)).toBeNull()
  })
})
