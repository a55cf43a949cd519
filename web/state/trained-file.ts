// What a press on Train trains: in the view Author the source that is open there, everywhere else the settings as they stand.

import { type AuthorFile, openFileOf } from './author.ts'
import type { WorkbenchState } from './workbench.ts'

/** Null: the settings. */
export function trainedFile({ tab, author }: Pick<WorkbenchState, 'tab' | 'author'>): AuthorFile | null {
  return tab === 'author' ? openFileOf(author) : null
}
