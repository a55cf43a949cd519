// Why an episode was closed, against what the rules say of its game.

import type { StopReason } from '../../episode/trajectory.ts'
import type { Report } from './setting.ts'

/** Reasons that lie outside the game: it need not have ended. */
const OUTSIDE: readonly StopReason[] = ['truncated_tokens', 'context_overflow', 'truncated_turns', 'silent_agent', 'deadlock', 'cancelled', 'environment_error']
/** A turn that was cut off ends the play as unreadable, and the episode by the budget that cut it. */
const CUT: readonly StopReason[] = ['truncated_tokens', 'context_overflow']

/** `ended`: why the game ended when it was played again; undefined while it goes on. */
export function judgeStop(stop: StopReason, ended: StopReason | undefined, report: Report): void {
  const holds = ended === undefined ? OUTSIDE.includes(stop) : stop === ended || (ended === 'parse_error' && CUT.includes(stop))
  report('stop reason', holds, 'stop_reason_wrong', null, () => ({
    expected: ended ?? 'a reason outside the game',
    found: stop,
    sentence: `The episode was closed as ${stop}, and the rules say ${ended ?? 'that it goes on'}.`,
  }))
}
