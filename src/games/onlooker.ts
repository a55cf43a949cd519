// Games as they look: played again from their starts and their moves, for whoever watches many of them, while they are played or
// afterwards. Knows the rules and what was written; no policies.

import type { Json } from '../base/json.ts'
import type { EpisodePlan } from '../coordinator/episode-plan.ts'
import type { Witness } from '../coordinator/testimony.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { createPlay, type Play } from '../environments/play.ts'
import type { GridScene } from '../environments/scene.ts'
import type { LeagueGame } from '../record/league-record.ts'

export interface Looked {
  readonly definition: EnvironmentDefinition
  readonly config: Json
}

/** The record keeps no text that could not be read: this is one that nothing reads. */
const UNREADABLE = '\u0000'

/** The board without what may be played there; null where the environment has none. */
function boardOf({ definition }: Looked, state: Json): GridScene | null {
  const scene = definition.view?.(state)
  return scene?.kind === 'grid' ? { ...scene, points: [] } : null
}

const openPlay = ({ definition, config }: Looked, { start, chance }: EpisodePlan): Play => createPlay(definition, { config, split: 'train', start, chance })

/** The boards of a game from its start to its end; empty where there are none. */
export function framesOf(looked: Looked, plan: EpisodePlan, moves: LeagueGame['moves']): readonly GridScene[] {
  const play = openPlay(looked, plan)
  const frames = [boardOf(looked, play.state())]
  for (const [agent, text] of moves) {
    if (!play.waiting().includes(agent)) break
    play.submit({ [agent]: text === '' ? UNREADABLE : text + looked.definition.stopText })
    frames.push(boardOf(looked, play.state()))
  }
  return frames.filter((frame) => frame !== null)
}

export interface Onlooker {
  readonly witness: Witness
  /** By episode, as the games stand now. */
  boards(): ReadonlyMap<number, GridScene>
}

/** Hears what is played, and plays it along. */
export function createOnlooker(looked: Looked, plans: readonly EpisodePlan[], heard: () => void): Onlooker {
  const plays = new Map(plans.map((plan) => [plan.episode, openPlay(looked, plan)]))
  return {
    witness(fact) {
      if (fact.by !== 'environment' || fact.kind !== 'acted') return
      const play = plays.get(fact.episode)
      if (play === undefined || !Object.keys(fact.texts).every((agent) => play.waiting().includes(agent))) return
      play.submit(fact.texts)
      heard()
    },
    boards() {
      const boards = new Map<number, GridScene>()
      for (const [episode, play] of plays) {
        const board = boardOf(looked, play.state())
        if (board !== null) boards.set(episode, board)
      }
      return boards
    },
  }
}
