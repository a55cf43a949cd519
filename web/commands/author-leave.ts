// Another file comes on view, or the editor is left: what was checked, played and planned for the one before goes with it.

import { stopChecking } from './author-check.ts'
import { leaveMask } from './author-mask.ts'
import { leavePlay } from './author-play.ts'
import { leavePolicySeat } from './author-policy.ts'
import { forgetPlan } from './author-train.ts'

export function leaveSource(): void {
  stopChecking()
  leaveMask()
  leavePolicySeat()
  leavePlay()
  forgetPlan()
}
