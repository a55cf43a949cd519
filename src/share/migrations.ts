// Bodies of older versions, brought to the present one a version at a time. A migration is pure and is never changed after its
// version has been out: links of that version stand in other people's texts.

import { isRecord, type Json } from '../base/json.ts'
import { LINK_VERSION, type LinkKind } from './link.ts'

/** At index n: from version n + 1 to version n + 2. */
export type Migrations = readonly ((kind: LinkKind, body: Json) => Json)[]

export const MIGRATIONS: Migrations = [
  // Episodes were games of a person; since then those of a run have links too, and say which of it they are.
  (kind, body) => (kind === 'episode' && isRecord(body) ? { group: 0, episode: 0, split: 'heldOut', ...body } : body),
  // Runs on authored environments named their source alone; since then it may come with them.
  (_, body) => body,
]

/** `version` lies between 1 and `target`. */
export function migrateBody(version: number, kind: LinkKind, body: Json, migrations = MIGRATIONS, target = LINK_VERSION): Json {
  return migrations.slice(version - 1, target - 1).reduce((present, migrate) => migrate(kind, present), body)
}
