// The templates that environments can start from: whole sources that ship with the page, read when the gallery is looked at.

import { summaryIn, titleIn } from '../state/author.ts'

export interface Template {
  /** Its file's name. */
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly source: string
}

const SOURCES = import.meta.glob<string>(['../../src/sandbox/templates/*.ts', '!../../src/sandbox/templates/*.test.ts'], { query: '?raw', import: 'default' })

export async function readTemplates(): Promise<readonly Template[]> {
  return Promise.all(
    Object.entries(SOURCES).map(async ([path, read]) => {
      const source = await read()
      const name = path.split('/').at(-1)?.replace('.ts', '') ?? path
      return { name, title: titleIn(source) ?? name, summary: summaryIn(source), source }
    }),
  )
}
