// Checks of the rules under random play: agents and turns, rewards, determinism, replay, purity, JSON. They trust
// nothing that the definition says of itself; every finding comes with the seed and the actions that show it.

import { canonicalJson, type Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { isLegal } from '../play.ts'
import { actionsOf, freezeDeep, type PlayOptions, playGenerators, type RecordedPlay, recordPlay } from './random-play.ts'
import { asWritten, evidenceUntil, firstDifference, legalThere, readAs, whereReading } from './told-turn.ts'
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
  require(live.length > 0, 'a new play has no agents: agents() of the first state must name who plays', evidenceUntil(play, 0))
  for (const [turn, move] of play.moves.entries()) {
    const [before, after] = [evidenceUntil(play, turn), evidenceUntil(play, turn + 1)]
    const stranger = move.agents.find((agent) => !live.includes(agent))
    require(stranger === undefined, `turn() names ${stranger}, an agent that is not live (agents() says ${named(live)}), in turn ${turn + 1}`, before)
    require(new Set(move.agents).size ===
      move.agents.length, `an agent is to move twice at once: turn() says ${named(move.agents)} in turn ${turn + 1}`, before)
    const left = definition.agents(move.transition.state)
    const unknown = left.find((agent) => !possibleAgents.includes(agent))
    require(unknown === undefined, `agents() names ${unknown} after turn ${turn + 1}, who is not in possibleAgents`, after)
    const back = left.find((agent) => !live.includes(agent))
    require(back === undefined, `${back}, an agent that had left, is back after turn ${turn + 1}: who leaves stays away`, after)
    require(left.length === 0 ||
      definition.turn(move.transition.state).length >
        0, `after turn ${turn + 1} agents are live (${named(left)}) and nobody is to move: turn() must name one, or agents() nobody`, after)
    for (const agent of live) {
      const ended = move.transition.terminated[agent] === true
      require(ended !==
        left.includes(
          agent,
        ), `terminated and agents() disagree on ${agent} after turn ${turn + 1}: step() says ${ended ? 'that it is done' : 'that it goes on'}, agents() of the new state says ${named(left)}`, after)
    }
    live = left
  }
}

const named = (agents: readonly string[]): string => (agents.length === 0 ? 'nobody' : agents.join(', '))

function checkTransitions(definition: EnvironmentDefinition, play: RecordedPlay): void {
  const range = definition.spec.rewardRange
  for (const [turn, { before, transition }] of play.moves.entries()) {
    const evidence = evidenceUntil(play, turn + 1)
    const live = definition.agents(before)
    for (const [name, record] of [
      ['rewards', transition.rewards] as const,
      ['terminated', transition.terminated] as const,
      ['info', transition.info] as const,
    ]) {
      const stranger = Object.keys(record).find((agent) => !live.includes(agent))
      require(stranger === undefined, `${name} of step() in turn ${turn + 1} names ${stranger}, who was not live: agents() says ${named(live)}`, evidence)
    }
    for (const agent of live) {
      const reward = transition.rewards[agent]
      require(reward !== undefined &&
        Number.isFinite(
          reward,
        ), `the reward of ${agent} in turn ${turn + 1} is ${reward === undefined ? 'missing' : reward}, not a finite number: step() gives one to everybody who is live, 0 where nothing is earned`, evidence)
      require(range === undefined ||
        (reward >= range[0] &&
          reward <=
            range[1]), `the reward ${reward} of ${agent} leaves rewardRange, ${JSON.stringify(range)}, which bounds every single reward, in turn ${turn + 1}`, evidence)
      require(typeof transition.terminated[agent] ===
        'boolean', `terminated of ${agent} is not true or false in turn ${turn + 1}: step() says it of everybody who is live`, evidence)
    }
    for (const [name, value] of Object.entries(transition.metrics ?? {}))
      require(Number.isFinite(value), `a metric is not a finite number: ${name} is ${value} in turn ${turn + 1}`, evidence)
  }
}

function checkJson(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const [turn, { before, agents, actions, transition }] of play.moves.entries()) {
    const survives = (what: string, value: Json): void =>
      require(roundTrips(
        value,
      ), `${what} does not survive JSON in turn ${turn + 1}: undefined, functions, Map, Set and Date become something else`, evidenceUntil(play, turn + 1))
    survives('a state', before)
    survives('a state', transition.state)
    survives('an action', actions)
    survives('an info', transition.info)
    for (const agent of agents) survives(`the observation of ${agent}`, definition.observe(before, agent))
  }
}

/** Steps again from a copy of every state: a replay from the middle, and proof that nothing hides outside the state. */
function checkReplay(definition: EnvironmentDefinition, play: RecordedPlay): void {
  const { chance } = playGenerators(play.seed)
  play.moves.forEach((move, turn) => {
    const copy = freezeDeep<Json>(JSON.parse(JSON.stringify(move.before)))
    const again = definition.step(copy, move.actions, chance(turn))
    const same = (what: string, now: Json, then: Json): void =>
      require(canonicalJson(now) === canonicalJson(then), () =>
        `turn ${turn + 1} played again from a copy of its state gives ${what} (${firstDifference(then, now)}): keep all that step() goes by in the state`, evidenceUntil(
        play,
        turn + 1,
      ))
    same('another state', again.state, move.transition.state)
    same('other rewards', again.rewards, move.transition.rewards)
  })
}

function checkDemonstrations(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const [turn, { before, agents }] of play.moves.entries()) {
    for (const agent of agents) {
      const action = definition.demonstrate?.(before, agent)
      if (action === undefined) return
      const told = (wrong: string): string => `the demonstrated action ${asWritten(definition, action)} of ${agent} ${wrong}`
      const there = (): string => whereReading(definition, before, agent, turn)
      const notLegal = (): string =>
        `${told('is not legal')} ${there()}; legal there: ${legalThere(definition, before, agent)}. Random play comes where a master never is: demonstrate one of these there too`
      require(isLegal(definition, before, agent, action), notLegal, evidenceUntil(play, turn))
      const parsed = definition.parse(definition.format(action), definition.observe(before, agent))
      const same = parsed.ok && canonicalJson(parsed.value) === canonicalJson(action)
      const misread = (): string => `${told('does not parse to its action')} ${there()} (${readAs(parsed)}): parse() must take back what format() writes`
      require(same, misread, evidenceUntil(play, turn))
    }
  }
}

/** Redraws what is hidden from every live agent before every move: its observation and its legal actions must not tell. */
function checkHidden(definition: EnvironmentDefinition, play: RecordedPlay): number {
  const rng = createRng([play.seed >>> 0, 0x68696465])
  let others = 0
  for (const [turn, { before }] of play.moves.entries()) {
    for (const agent of definition.agents(before)) {
      const redrawn = definition.redrawHidden?.(before, agent, rng)
      if (redrawn === undefined) return 0
      if (canonicalJson(redrawn) !== canonicalJson(before)) others++
      const same = (what: string, hook: string, of: (state: Json) => Json): void =>
        require(canonicalJson(of(redrawn)) === canonicalJson(of(before)), () =>
          `${what} depends on what is hidden from ${agent} in turn ${turn + 1}: two states that redrawHidden() calls alike to it differ in ${hook} (${firstDifference(of(before), of(redrawn))})`, evidenceUntil(
          play,
          turn,
        ))
      same(`what ${agent} sees`, 'observe()', (state) => definition.observe(state, agent))
      same('whose turn it is', 'turn()', (state) => definition.turn(state))
      if (!definition.turn(before).includes(agent)) continue
      same(`what ${agent} may do`, 'legalActions()', (state) => ({ ...definition.legalActions(state, agent) }))
    }
  }
  return others
}

function checkAccounts(definition: EnvironmentDefinition, play: RecordedPlay): void {
  for (const [turn, { before, transition }] of play.moves.entries()) {
    const account = definition.accountRewards?.(before, transition.state)
    if (account === undefined) return
    require(canonicalJson(account) === canonicalJson(transition.rewards), () =>
      `the rewards differ from their account in turn ${turn + 1}: by step() and by accountRewards() ${firstDifference(transition.rewards, account)}`, evidenceUntil(
      play,
      turn + 1,
    ))
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
      (play) =>
        require(play.ended ||
          play.moves.length >=
            definition.spec
              .maxTurns, `random play got stuck in turn ${play.moves.length + 1}: an agent is to move, and legalActions() lists nothing, or nothing that was tried parses`, evidenceOf(
          play,
        )),
      'no dead end',
    ),
    overPlays(
      'the same seed gives the same play',
      (play) => {
        const again = recordPlay(definition, play.seed, options)
        require(fingerprint(again) === fingerprint(play), () =>
          `two plays of one seed differ (${firstDifference(play.first, again.first) ?? 'after the first state'}): something outside the state and rng decides`, evidenceOf(
          play,
        ))
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
      require(others > 0 ||
        seeds.length < 20, `what is hidden was never drawn anew in ${seeds.length} random plays: redrawHidden() gives back the state that it was given`)
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
