// Every reason why an episode may stop, as the formats of records know them. Data only: the compiler names a member that is missing.

import type { StopReason } from '../episode/trajectory.ts'

/** In this order for ever: the blob of turns names them by place. A new one goes last. */
export const STOP_REASONS: Readonly<Record<StopReason, true>> = {
  completed: true,
  truncated_turns: true,
  truncated_tokens: true,
  context_overflow: true,
  parse_error: true,
  illegal_action: true,
  environment_error: true,
  silent_agent: true,
  deadlock: true,
  cancelled: true,
}
