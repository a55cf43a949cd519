// The scripted players of an environment: its own by name, or where it names none chance and its master. Knows the contract
// alone; who meets them is not its business.

import { at } from '../base/assert.ts'
import type { EnvironmentDefinition, ScriptedOpponent } from './contract.ts'

const CHANCE = 'random'
const MASTER = 'master'

export function opponentsOf(definition: EnvironmentDefinition): readonly ScriptedOpponent[] {
  if (definition.opponents !== undefined) return definition.opponents
  const chance: ScriptedOpponent = {
    name: CHANCE,
    title: 'Random moves',
    act(state, agent, rng) {
      const legal = definition.legalActions(state, agent)
      if (legal.kind === 'any' || legal.actions.length === 0) throw new Error(`${definition.spec.id} lists no legal actions to draw from`)
      return at(legal.actions, rng.integer(legal.actions.length))
    },
  }
  const { demonstrate } = definition
  return demonstrate === undefined
    ? [chance]
    : [chance, { name: MASTER, title: 'The master', act: (state, agent) => demonstrate.call(definition, state, agent) }]
}
