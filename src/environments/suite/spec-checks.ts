// Checks of what a definition says of itself: its spec, its settings, its splits. No play is needed for them,
// so they come first and explain what would otherwise fail later.

import { canonicalJson, type Json } from '../../base/json.ts'
import { fieldComplaint } from '../config.ts'
import type { EnvironmentDefinition, FieldSpec } from '../contract.ts'
import { playGenerators } from './random-play.ts'
import { type CheckVerdict, require, runCheck } from './verdict.ts'

const SPLITS = ['train', 'validation', 'heldOut'] as const

/** The values of a field that a curriculum would visit: its ends and its choices. */
function extremes(field: FieldSpec): readonly Json[] {
  if (field.kind === 'choice') return field.choices ?? []
  if (field.kind === 'boolean') return [true, false]
  return [field.min, field.max].filter((value) => value !== undefined)
}

export function specChecks(definition: EnvironmentDefinition, config: Json): CheckVerdict[] {
  const { spec } = definition
  return [
    runCheck('spec is complete and serialisable', () => {
      require(/^[a-z0-9]+(-[a-z0-9]+)*-v[1-9]\d*$/.test(spec.id), `id ${JSON.stringify(spec.id)} does not end in a version such as -v1`)
      require(spec.title.length > 0 && spec.summary.length > 0, 'title and summary must say something: the page shows them')
      require(spec.possibleAgents.length > 0, 'there is no possible agent')
      require(new Set(spec.possibleAgents).size === spec.possibleAgents.length, 'possibleAgents repeats a name')
      require(Number.isInteger(spec.maxTurns) && spec.maxTurns > 0, `maxTurns is ${spec.maxTurns}: it must be a whole number from 1 up`)
      require(definition.stopText.length > 0, 'stopText is empty: sampling could not end')
      const range = spec.rewardRange
      require(range === undefined || range[0] <= range[1], `rewardRange is empty: ${JSON.stringify(range)} names the least first`)
      const text = JSON.stringify(spec)
      require(JSON.stringify(JSON.parse(text)) === text, 'the spec does not survive JSON')
      return `${spec.id} with ${spec.possibleAgents.length} agent(s), at most ${spec.maxTurns} turn(s)`
    }),
    runCheck('every setting has a default inside its own range', () => {
      for (const [name, field] of Object.entries(spec.config)) {
        const complaint = fieldComplaint(field, field.default)
        require(complaint === null, `the default of ${name} ${complaint}`)
        require(field.title.length > 0 && field.help.length > 0, `${name} has no title or help`)
      }
      return `${Object.keys(spec.config).length} setting(s)`
    }),
    runCheck('settings: defaults fill in, unknown fields are refused, parsing twice changes nothing', () => {
      const empty = definition.parseConfig({})
      require(empty.ok, 'an empty configuration is refused')
      const again = definition.parseConfig(empty.value)
      require(again.ok && canonicalJson(again.value) === canonicalJson(empty.value), 'a parsed configuration parses to something else')
      require(!definition.parseConfig({ noSuchSetting: 1 }).ok, 'an unknown setting is accepted')
      require(!definition.parseConfig(null).ok && !definition.parseConfig([]).ok, 'something that is no object is accepted')
      require(definition.parseConfig(config).ok, 'the configuration under test is refused')
      return 'parseConfig keeps its promises'
    }),
    runCheck('every level starts: each setting at its ends and choices, in every split', () => {
      let levels = 0
      for (const [name, field] of Object.entries(spec.config)) {
        for (const value of extremes(field)) {
          const parsed = definition.parseConfig({ [name]: value })
          require(parsed.ok, `${name} = ${JSON.stringify(value)} is offered and refused`)
          for (const split of SPLITS) definition.init(parsed.value, split, playGenerators(1).start)
          levels++
        }
      }
      for (const split of SPLITS)
        require(definition.agents(definition.init(config, split, playGenerators(2).start)).length >
          0, `split ${split} starts without agents: agents() of its first state says nobody`)
      return `${levels} level(s), ${SPLITS.length} splits`
    }),
  ]
}
