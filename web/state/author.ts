// Authored environments as the page holds them: the files of this browser, the one that is open with its text as it stands, and what
// the language says of it. Plain data and pure functions.

import type { ErrorData } from '../../src/base/errors.ts'

export interface AuthorFile {
  readonly id: string
  readonly name: string
  /** As the store has it; that of the open file is in `text`. */
  readonly text: string
  readonly changed: number
  /** What it was copied from, by name. */
  readonly forkOf: string | null
}

export interface AuthorVersion {
  readonly hash: string
  readonly kept: number
  readonly text: string
}

/** A part of the source that does not fit, by offsets; lines are counted from 1. */
export interface SourceMark {
  readonly from: number
  readonly to: number
  readonly line: number
  readonly message: string
}

export interface TypesReport {
  readonly kind: 'off' | 'loading' | 'checking' | 'checked' | 'failed'
  /** Of the text that was checked last. */
  readonly marks: readonly SourceMark[]
  readonly text: string | null
}

/** What stands under the cursor. */
export interface AtCursor {
  readonly signature: string
  readonly documentation: string
}

export const AUTHOR_PANELS = ['checks', 'play', 'train'] as const
export type AuthorPanel = (typeof AUTHOR_PANELS)[number]

export interface Author {
  /** Null until they were read. */
  readonly files: readonly AuthorFile[] | null
  /** The open file; null: the gallery. */
  readonly open: string | null
  readonly text: string
  /** Raised when the text is changed by anything but the editor. */
  readonly revision: number
  /** `here`: in this tab alone, which keeps no records. */
  readonly keeping: 'kept' | 'writing' | 'here'
  /** Null until they were asked for. */
  readonly versions: readonly AuthorVersion[] | null
  readonly problem: ErrorData | null
  readonly types: TypesReport
  readonly atCursor: AtCursor | null
  readonly panel: AuthorPanel
}

const UNCHECKED: TypesReport = { kind: 'off', marks: [], text: null }

export const NO_AUTHOR: Author = {
  files: null,
  open: null,
  text: '',
  revision: 0,
  keeping: 'kept',
  versions: null,
  problem: null,
  types: UNCHECKED,
  atCursor: null,
  panel: 'checks',
}

export const openFileOf = ({ files, open }: Author): AuthorFile | null => files?.find(({ id }) => id === open) ?? null

/** The file comes on view with its own text. */
export function withOpen(author: Author, id: string | null): Author {
  const file = author.files?.find((one) => one.id === id) ?? null
  return {
    ...author,
    ...{ open: file?.id ?? null, text: file?.text ?? '', revision: author.revision + 1, versions: null, problem: null, types: UNCHECKED, atCursor: null },
  }
}

/** Another text for the open file, by anything but the editor. */
export const withText = (author: Author, text: string): Author => ({ ...author, text, revision: author.revision + 1 })

/** What a source calls itself, for file names and links; null where it says nothing yet. */
export function titleIn(source: string): string | null {
  return /\btitle:\s*(['"])([^'"\n]{1,80})\1/.exec(source)?.[2] ?? null
}

/** The first sentence of its first comment: what a template says of itself. */
export function summaryIn(source: string): string {
  const comment = /^(?:\/\/.*\n?)+/.exec(source)?.[0] ?? ''
  return comment
    .replaceAll(/^\/\/ ?/gm, '')
    .replaceAll('\n', ' ')
    .trim()
}

/** A name that no file has yet. */
export function freeFileName(wanted: string, files: readonly AuthorFile[]): string {
  const taken = new Set(files.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`
}
