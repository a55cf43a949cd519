// Whose words became whose action, and whether their time had come: turn order, one action a turn, the turn barrier. Judges one
// action or one writing at a time; what the rules await is told by whoever plays the episode again.

import type { AgentId } from '../../environments/contract.ts'
import type { Facts, Report } from './setting.ts'
import type { AuditedWriting, Match } from './writings.ts'

export const actionCount = (count: number): string => `${count} ${count === 1 ? 'action' : 'actions'}`

/** An action that the environment took after `turn` others, beside what was written for it. */
export function judgeWriter({ place, text, writing }: Match, turn: number, report: Report): void {
  const said = JSON.stringify(text)
  if (writing === null) {
    report('turn order', false, 'action_unexplained', place, () => ({
      expected: `an action that ${place} wrote`,
      found: said,
      sentence: `The environment took ${said} for the action of ${place}, and nobody had written it.`,
    }))
    return
  }
  const own = writing.agent === place
  report('one action a turn', writing.granted, 'double_move', writing.agent, () => ({
    expected: 'one action for one turn',
    found: `a second action of ${writing.agent}, played for ${place}`,
    sentence: `${writing.agent} acted twice in one turn: ${said} was played for ${place}.`,
  }))
  if (!own && !writing.granted) return
  report('turn order', own, 'shuffled_order', place, () => ({
    expected: `the turn of ${place}`,
    found: `${writing.agent} wrote`,
    sentence: `It was the turn of ${place}, and ${writing.agent} wrote the action that was played.`,
  }))
  if (!writing.reported) report('turn barrier', !own || writing.turn === turn, 'no_turn_barrier', place, () => early(writing, turn))
}

/** An action of an agent whom the rules may not await. */
export function judgeDue(due: readonly AgentId[], place: AgentId, report: Report): void {
  report('turn order', due.includes(place), 'environment_departs', place, () => ({
    expected: due.length === 0 ? 'nobody acts' : `${due.join(', ')} acts`,
    found: `${place} acted`,
    sentence: `The environment took an action of ${place} when the rules await ${due.length === 0 ? 'nobody' : due.join(', ')}.`,
  }))
}

/** What was written before its turn came, found out after `turn` actions. */
export function reportEarly(writing: AuditedWriting, turn: number, report: Report): void {
  report('turn barrier', false, 'no_turn_barrier', writing.agent, () => early(writing, turn))
}

const early = ({ agent, turn: asked }: AuditedWriting, turn: number): Facts => ({
  expected: `${agent} waits until ${actionCount(turn)} ${turn === 1 ? 'is' : 'are'} played`,
  found: `${agent} wrote after ${asked}`,
  sentence: `${agent} did not wait for its turn: it wrote from the state after ${actionCount(asked)}.`,
})
