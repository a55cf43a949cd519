// What a batch of episodes is about to ask of rules that live elsewhere, asked ahead for all of them: once when they begin, and
// once before every step. For rules that are here there is nothing to do.

import { at } from '../base/assert.ts'
import type { ForesightWishes, PlayBegin } from '../environments/foresight.ts'
import { hiddenRng } from './audit/hidden.ts'
import type { EpisodeHost } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import type { Seating } from './player.ts'

export interface LookAhead {
  /** Plans that come next, while something else is done: the generators are drawn from and may not be used any more. */
  prepare(plans: readonly EpisodePlan[]): void
  /** The plans with generators that begin anew. Before any host of them is opened. */
  begin(plans: readonly EpisodePlan[]): Promise<readonly EpisodePlan[]>
  /** With what was written: before the hosts step. */
  step(hosts: readonly EpisodeHost[]): Promise<void>
}

export interface LookAheadNeeds {
  /** Somebody may ask what a master would do. */
  readonly masters: boolean
  /** An auditor draws anew what is hidden. */
  readonly audited: boolean
  /** A faulty coordinator asks more than the rules need. */
  readonly everybody: boolean
}

/** Scripts whose actions can be written by those who do not wait, also those that nobody listed. */
export function foretoldScripts({ definition, foresight }: HostSetting, seating: Seating): Seating {
  if (foresight === undefined) return seating
  return (plan, agent) => {
    const player = seating(plan, agent)
    if (player.kind !== 'script') return player
    return {
      ...player,
      async act(turn) {
        const action = await player.act(turn)
        if (action !== undefined) await foresight.settle(() => definition.format(action))
        return action
      },
    }
  }
}

/** Null where the rules are here. */
export function lookAhead({ foresight, config, split, masks }: HostSetting, { masters, audited, everybody }: LookAheadNeeds): LookAhead | null {
  if (foresight === undefined) return null
  const wishes: ForesightWishes = { masks: masks !== undefined, masters, everybody }
  const hidden = (turns: number) => (audited ? { hidden: hiddenRng(turns) } : {})
  const begun = (plans: readonly EpisodePlan[]): readonly PlayBegin[] => plans.map(({ start }) => ({ config, split, start, ...hidden(0) }))
  return {
    prepare: (plans) => foresight.prepare(begun(plans), wishes),
    async begin(plans) {
      const starts = await foresight.begin(begun(plans), wishes)
      return plans.map((plan, index) => ({ ...plan, start: at(starts, index) }))
    },
    async step(hosts) {
      const aheads = hosts.flatMap((host) => host.ahead() ?? [])
      if (aheads.length > 0)
        await foresight.turns(
          aheads.map((ahead) => ({ ...ahead, ...hidden(ahead.turns) })),
          wishes,
        )
    },
  }
}
