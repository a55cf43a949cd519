// Why a token is or is not trained on, in one sentence. The single place where the loss mask is explained, so
// that card, legend and lessons never disagree.

import type { Arm } from '../../src/record/events.ts'
import type { RunSpec } from '../../src/record/spec.ts'
import type { TokenDetail } from '../state/token-step.ts'
import { signed } from './numbers.ts'

export function whyTrained(token: TokenDetail, arm: Arm, kind: RunSpec['kind']): string {
  if (token.state === 'PENDING') return 'Not trained on: it is context that the policy was given.'
  if (token.state === 'INTERACTING') return 'Not trained on: the environment put it in.'
  if (!token.trained) return 'Not trained on: its loss mask is 0.'
  if (arm === 'frozen') return 'Not trained on: the frozen control never changes its adapter.'
  if (arm === 'random') return 'Not trained on: the random control has no weights.'
  if (kind === 'supervised') {
    return token.advantage === 0 ? 'Not trained on: its example was cut short.' : 'Trained on: it belongs to a worked example, so it becomes more likely.'
  }
  if (token.group.dropped) return 'Written by the policy, but it carries no gradient: all siblings had the same reward, so the group was dropped.'
  if (token.advantage > 0)
    return `Trained on: the policy wrote it, and its episode did better than its siblings (${signed(token.advantage, 2)}), so it becomes more likely.`
  if (token.advantage < 0)
    return `Trained on: the policy wrote it, and its episode did worse than its siblings (${signed(token.advantage, 2)}), so it becomes less likely.`
  return 'Trained on: the policy wrote it; its advantage is zero, so it is neither pushed up nor down.'
}
