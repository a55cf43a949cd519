// Checks of what an agent may do: that the rules take every action which legalActions offers, not just those that random
// play happened to pick, and that what an illegal one costs is a number. The action mask trusts legalActions alone.

import { at } from '../../base/assert.ts'
import type { Json } from '../../base/json.ts'
import { createRng, type Rng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { freezeDeep, type Move, type PlayOptions, playGenerators, recordPlay } from './random-play.ts'
import { asWritten, whereReading } from './told-turn.ts'
import { type CheckVerdict, require, runCheck } from './verdict.ts'

/** Plays whose every state is looked at, and actions tried of each: all, or a sample where there are more. */
const PLAYS = 6
const TRIED = 24

export function actionChecks(definition: EnvironmentDefinition, seeds: readonly number[], options: PlayOptions): CheckVerdict[] {
  const { spec } = definition
  return [
    runCheck('every legal action can be played', (seen) => {
      let count = 0
      for (const seed of seeds.slice(0, PLAYS)) {
        const { chance } = playGenerators(seed)
        const rng = createRng([seed >>> 0, 0x616374])
        const { moves } = recordPlay(definition, seed, { ...options, seen })
        for (const [turn, move] of moves.entries()) {
          for (const [agent, action] of others(definition, move, rng)) {
            const actions = { ...move.actions, [agent]: freezeDeep(action) }
            const evidence = { seed, actions: [...moves.slice(0, turn).map((before) => before.actions), actions] }
            seen(evidence)
            const { state, rewards } = definition.step(move.before, actions, chance(turn))
            require(Object.values(rewards).every((reward) => Number.isFinite(reward)), () =>
              `${asWritten(definition, action)} gives a reward that is no number ${whereReading(definition, move.before, agent, turn)}`, evidence)
            const live = definition.agents(move.before)
            require(definition.agents(state).every((other) => live.includes(other)), () =>
              `${asWritten(definition, action)} brings an agent back that had left ${whereReading(definition, move.before, agent, turn)}`, evidence)
            count++
          }
        }
      }
      return `${count} action(s) beside those that were played`
    }),
    runCheck('what an illegal action costs is said in numbers', () => {
      const policies = [spec.illegalAction, definition.illegalAction?.(options.config) ?? spec.illegalAction]
      for (const policy of policies) {
        const { reward } = policy
        require(Number.isFinite(reward), `the reward of an illegal action is not a finite number: illegalAction says ${reward}`)
        require(policy.kind !== 'retry' ||
          (Number.isInteger(policy.times) && policy.times >= 0), 'illegalAction.times, how often it may try again, is no whole number from 0 up')
      }
      return `${at(policies, 1).kind}, ${at(policies, 1).reward}`
    }),
  ]
}

/** The legal actions of a move that were not played, each with its agent. */
function others(definition: EnvironmentDefinition, { before, agents, actions }: Move, rng: Rng): (readonly [string, Json])[] {
  return agents.flatMap((agent) => {
    const legal = definition.legalActions(before, agent)
    if (legal.kind === 'any') return []
    const rest = legal.actions.filter((action) => action !== actions[agent])
    const tried = rest.length <= TRIED ? rest : Array.from({ length: TRIED }, () => at(rest, rng.integer(rest.length)))
    return tried.map((action) => [agent, action] as const)
  })
}
