// A turn of the coordinator's log as it is recorded for people, with the name of who sat there.

import { turnLine } from '../coordinator/turn-list.ts'
import type { TurnLogEntry } from '../coordinator/turn-log.ts'
import type { TurnRecord } from '../record/step-turns.ts'

export function turnRecord(entry: TurnLogEntry, player: string): TurnRecord {
  const { episode, group, tokens, stop } = entry
  return { ...turnLine(entry), episode, group, tokens, player, ...(stop === undefined ? {} : { stop }) }
}
