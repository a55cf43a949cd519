// Checks of the rules under random play: agents and turns, rewards, determinism, replay, purity, JSON. They trust
// nothing that the definition says of itself; every finding comes with the seed and the actions that show it.

import { canonicalJson, type Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { isLegal } from '../play.ts'
import { actionsOf, freezeDeep, type PlayOptions, playGenerators, type RecordedPlay, recordPlay } from './random-play.ts'
import { type CheckVerdict, type Evidence, require, runCheck } from './verdict.ts'

const evidenceOf = (play: RecordedPlay): Evidence => ({ seed: play.seed, actions: actionsOf(play) })

/** Everything that happened, as text: order of agents, states, rewards, flags, infos. */
const fingerprint = (play: RecordedPlay): string =>
  [
    canonicalJson(play.first),
    ...play.moves.map(({ agents, actions, transition: { state, rewards, terminated, info } }) =>
      canonicalJson({ agents, actions, state, rewards, terminated, info }),
    ),
  ].join('\n')

const roundTrips = (value: Json): boolean => {
  const text = JSON.stringify(value)
  return text !== undefined && canonicalJson(JSON.parse(text)) === canonicalJson(value)
}

/** What each agent got in all. */
function returnsOf({ moves }: RecordedPlay): Readonly<Record<string, number>> {
  const returns: Record<string, number> = {}
  for (const { transition } of moves) for (const [agent, reward] of Object.entries(transition.rewards)) returns[agent] = (returns[agent] ?? 0) + reward
  return returns
}

function checkAgents(definition: EnvironmentDefinition, play: RecordedPlay): void {
  const { possibleAgents } = definition.spec
  let live = definition.agents(play.first)
  require(live.length > 0, 'a new episode has no agents', evidenceOf(play))
  for (const move of play.moves) {
    require(move.agents.every((agent) => live.includes(agent)), 'an agent that is not live is to move', evidenceOf(play))
    require(new Set(move.agents).size === move.agents.length, 'an agent is to move twice at once', evidenceOf(play))
    const after = definition.agents(move.transition.state)
    require(after.every((agent) => possibleAgents.includes(agent)), 'an agent outside possibleAgents appears', evidenceOf(play))
    require(after.every((agent) => live.includes(agent)), 'an agent that had left is back', evidenceOf(play))
    require(after.length === 0 || definition.turn(move.transition.state).length > 0, 'agents are live and nobody is to move', evidenceOf(play))
    for (const agent of live) {
      require((move.transition.terminated[agent] === true) === !after.includes(agent), `terminated and agents disagree on ${agent}`, evidenceOf(play))
    }
    live = after
  }
}

function checkTransitions(definition: EnvironmentDefinition, play: RecordedPlay): void {
  const range = definition.spec.rewardRange
  for (const { before, transition } of play.moves) {
    const live = definition.agents(before)
    for (const record of [transition.rewards, transition.terminated, transition.info]) {
      require(Object.keys(record).every((agent) => live.includes(agent)), 'a record names an agent that was not live', evidenceOf(play))
    }
    for (const agent of live) {
      const reward = transition.rewards[agent]
      require(reward !== undefined && Number.isFinite(reward), `the reward of ${agent} is not a finite number`, evidenceOf(play))
      require(range === undefined || (reward >= range[0] && reward <= range[1]), `the reward ${reward} of ${agent} leaves rewardRange`, evidenceOf(play))
      require(typeof transition.terminated[agent] === 'boolean', `terminated of ${agent} is not true or false`, evidenceOf(play))
    }
    for (const value of Object.values(transition.metrics ?? {})) require(Number.isFinite(value), 'a metric is not a finite number', evidenceOf(play))
  }
}

function checkJson(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const { before, agents, actions, transition } of play.moves) {
    require(roundTrips(before) && roundTrips(transition.state), 'a state does not survive JSON', evidenceOf(play))
    require(roundTrips(actions) && roundTrips(transition.info), 'an action or an info does not survive JSON', evidenceOf(play))
    for (const agent of agents) require(roundTrips(definition.observe(before, agent)), 'an observation does not survive JSON', evidenceOf(play))
  }
}

/** Steps again from a copy of every state: a replay from the middle, and proof that nothing hides outside the state. */
function checkReplay(definition: EnvironmentDefinition, play: RecordedPlay): void {
  const { chance } = playGenerators(play.seed)
  play.moves.forEach((move, turn) => {
    const copy = freezeDeep<Json>(JSON.parse(JSON.stringify(move.before)))
    const again = definition.step(copy, move.actions, chance(turn))
    require(canonicalJson(again.state) === canonicalJson(move.transition.state), `turn ${turn} replayed from a copy gives another state`, evidenceOf(play))
    require(canonicalJson(again.rewards) === canonicalJson(move.transition.rewards), `turn ${turn} replayed gives other rewards`, evidenceOf(play))
  })
}

function checkDemonstrations(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const { before, agents } of play.moves) {
    for (const agent of agents) {
      const action = definition.demonstrate?.(before, agent)
      if (action === undefined) return
      require(isLegal(
        definition,
        before,
        agent,
        action,
      ), `the demonstrated action ${JSON.stringify(action).slice(0, 80)} of ${agent} is not legal there`, evidenceOf(play))
      const parsed = definition.parse(definition.format(action), definition.observe(before, agent))
      require(parsed.ok && canonicalJson(parsed.value) === canonicalJson(action), `the demonstration of ${agent} does not parse to its action`, evidenceOf(
        play,
      ))
    }
  }
}

/** Redraws what is hidden from every live agent before every move: its observation and its legal actions must not tell. */
function checkHidden(definition: EnvironmentDefinition, play: RecordedPlay): number {
  const rng = createRng([play.seed >>> 0, 0x68696465])
  let others = 0
  for (const { before } of play.moves) {
    for (const agent of definition.agents(before)) {
      const redrawn = definition.redrawHidden?.(before, agent, rng)
      if (redrawn === undefined) return 0
      if (canonicalJson(redrawn) !== canonicalJson(before)) others++
      require(canonicalJson(definition.observe(redrawn, agent)) ===
        canonicalJson(definition.observe(before, agent)), `what ${agent} sees depends on what is hidden from it`, evidenceOf(play))
      require(canonicalJson(definition.turn(redrawn)) === canonicalJson(definition.turn(before)), 'whose turn it is depends on what is hidden', evidenceOf(
        play,
      ))
      if (!definition.turn(before).includes(agent)) continue
      const legal = [before, redrawn].map((state) => canonicalJson(definition.legalActions(state, agent)))
      require(legal[0] === legal[1], `what ${agent} may do depends on what is hidden from it`, evidenceOf(play))
    }
  }
  return others
}

function checkAccounts(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const { before, transition } of play.moves) {
    const account = definition.accountRewards?.(before, transition.state)
    if (account === undefined) return
    require(canonicalJson(account) === canonicalJson(transition.rewards), 'the rewards differ from their account', evidenceOf(play))
  }
}

export function playChecks(definition: EnvironmentDefinition, seeds: readonly number[], options: PlayOptions): CheckVerdict[] {
  const overPlays = (name: string, check: (play: RecordedPlay) => void, message: string): CheckVerdict =>
    runCheck(name, (seen) => {
      for (const seed of seeds) check(recordPlay(definition, seed, { ...options, seen }))
      return `${message} in ${seeds.length} random play(s)`
    })
  return [
    overPlays('agents and turns', (play) => checkAgents(definition, play), 'agents leave once and somebody is always to move'),
    overPlays('rewards, flags and metrics', (play) => checkTransitions(definition, play), 'every record fits'),
    overPlays('everything is JSON', (play) => checkJson(definition, play), 'states, observations, actions and infos survive'),
    overPlays(
      'an action can always be found',
      (play) => require(play.ended || play.moves.length >= definition.spec.maxTurns, 'random play got stuck without an action', evidenceOf(play)),
      'no dead end',
    ),
    overPlays(
      'the same seed gives the same play',
      (play) => {
        const again = recordPlay(definition, play.seed, options)
        require(fingerprint(again) === fingerprint(play), 'two plays of one seed differ', evidenceOf(play))
      },
      'equal plays',
    ),
    overPlays('replay from the middle', (play) => checkReplay(definition, play), 'bit for bit'),
    overPlays('demonstrations are legal', (play) => checkDemonstrations(definition, play), definition.demonstrate === undefined ? 'none are offered' : 'legal'),
    overPlays(
      'rewards equal their account',
      (play) => checkAccounts(definition, play),
      definition.accountRewards === undefined ? 'no account is offered' : 'equal',
    ),
    runCheck('what is hidden from an agent does not show', (seen) => {
      const others = seeds.reduce((sum, seed) => sum + checkHidden(definition, recordPlay(definition, seed, { ...options, seen })), 0)
      if (definition.redrawHidden === undefined) return 'nothing is said to be hidden'
      require(others > 0 || seeds.length < 20, `what is hidden was never drawn anew in ${seeds.length} random plays`)
      return `${others} state(s) with something hidden drawn anew look the same`
    }),
    runCheck('other seeds give other starts, and rewards vary', () => {
      const plays = seeds.map((seed) => recordPlay(definition, seed, options))
      const starts = new Set(plays.map((play) => canonicalJson(play.first))).size
      const returns = new Set(plays.map((play) => canonicalJson(returnsOf(play)))).size
      const rewards = new Set(plays.flatMap((play) => play.moves.map((move) => canonicalJson(move.transition.rewards)))).size
      require(rewards > 1 || seeds.length < 20, `rewards never vary in ${seeds.length} random plays: nothing could be learned from them`)
      return `different starts: ${starts}, different outcomes: ${returns}, in ${seeds.length} plays`
    }),
  ]
}
