// What a batch of episodes is about to ask of rules that live elsewhere, asked ahead for all of them: once when they begin, and
// before every step, some episodes at a time, so that those are stepped here while others are worked out there. For rules that
// are here there is nothing to do.

import { at } from '../base/assert.ts'
import type { ForesightWishes, PlayAhead, PlayBegin } from '../environments/foresight.ts'
import { hiddenRng } from './audit/hidden.ts'
import type { EpisodeHost } from './episode-host.ts'
import type { EpisodePlan, HostSetting } from './episode-plan.ts'
import type { Seating } from './player.ts'

export interface LookAhead {
  /** Plans that come next, while something else is done: the generators are drawn from and may not be used any more. */
  prepare(plans: readonly EpisodePlan[]): void
  /** The plans with generators that begin anew. Before any host of them is opened. */
  begin(plans: readonly EpisodePlan[]): Promise<readonly EpisodePlan[]>
  /** Something was written in this episode: what its step will ask goes on its way, together with others'. */
  wrote(host: EpisodeHost): void
  /** Nothing more is written before somebody steps. */
  allWrote(): void
  /** Awaited before the host steps; null where nothing was asked, or where it was awaited with another host's. */
  told(host: EpisodeHost): Promise<void> | null
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

/** Episodes that are asked about together: so many that a message is worth its way, so few that there is work on both ends. */
const TOGETHER = 64

/** Null where the rules are here. */
export function lookAhead({ definition, foresight, config, split, masks }: HostSetting, { masters, audited, everybody }: LookAheadNeeds): LookAhead | null {
  if (foresight === undefined) return null
  const wishes: ForesightWishes = { masks: masks !== undefined, masters, everybody }
  const redraws = audited && definition.redrawHidden !== undefined
  const hidden = (turns: number) => (redraws ? { hidden: hiddenRng(turns) } : {})
  const begun = (plans: readonly EpisodePlan[]): readonly PlayBegin[] => plans.map(({ start }) => ({ config, split, start, ...hidden(0) }))
  let written: { readonly host: EpisodeHost; readonly ahead: PlayAhead }[] = []
  /** What was asked together is awaited once, by the first of its hosts that steps. */
  const asked = new Map<EpisodeHost, { readonly answer: Promise<void>; awaited: boolean }>()
  const ask = (): void => {
    if (written.length === 0) return
    const plays = written.map(({ ahead }) => ({ ...ahead, ...hidden(ahead.turns) }))
    const answer = foresight.turns(plays, wishes)
    // Whoever steps hears what went wrong; one who does so earlier may have ended the batch.
    answer.catch(() => undefined)
    const question = { answer, awaited: false }
    for (const { host } of written) asked.set(host, question)
    written = []
  }
  return {
    prepare: (plans) => foresight.prepare(begun(plans), wishes),
    async begin(plans) {
      const starts = await foresight.begin(begun(plans), wishes)
      return plans.map((plan, index) => ({ ...plan, start: at(starts, index) }))
    },
    wrote(host) {
      const ahead = host.ahead()
      if (ahead === null) return
      written.push({ host, ahead })
      if (written.length === TOGETHER) ask()
    },
    allWrote: ask,
    told(host) {
      const question = asked.get(host)
      asked.delete(host)
      if (question === undefined || question.awaited) return null
      question.awaited = true
      return question.answer
    },
  }
}
