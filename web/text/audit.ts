// Words of the audit: what was compared, what became of a turn, who waited for whom.

import type { TurnLine, WaitLine } from '../../src/record/step-audit.ts'
import type { AuditView } from '../state/audit-view.ts'
import { whole } from './numbers.ts'

export function auditSentence({ checksHeld, violations, steps }: AuditView): string {
  const over = `over ${whole(steps)} ${steps === 1 ? 'step' : 'steps'}`
  if (violations === 0) return `All ${whole(checksHeld)} comparisons held ${over}: turns, rewards, versions, observations and masks.`
  return `${whole(violations)} of ${whole(checksHeld + violations)} comparisons did not hold ${over}. The first:`
}

const VERDICT: Readonly<Record<TurnLine['verdict'], string>> = {
  accepted: 'played',
  parse_error: 'could not be read:',
  illegal_action: 'illegal:',
  cut: 'cut off by a budget',
}

export function turnWords({ verdict, action, place, version }: TurnLine): string {
  const instead = place === undefined ? '' : `, in place of ${place}`
  return `${VERDICT[verdict]} ${action.slice(0, 80)}${instead}, version ${version}`
}

export function waitWords({ kind, waiting, for: awaited, since, until }: WaitLine): string {
  const among = waiting.length === awaited.length && waiting.every((name) => awaited.includes(name))
  if (kind === 'simultaneous' && among && waiting.length > 1)
    return `${listed(waiting)} waited for one another and moved at once, from action ${since} to ${until}`
  const names = `${listed(waiting)} waited for ${listed(awaited)}`
  if (kind === 'deadlock') return `${names}, and nobody could act`
  if (kind === 'silent') return `${names}, who stayed silent`
  return `${names}, from action ${since} to ${until}`
}

const listed = (names: readonly string[]): string => (names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)
