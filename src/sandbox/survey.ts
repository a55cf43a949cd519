// What a run must know of an environment before it begins: how long its texts become, whether actions are listed, whether somebody
// knows what to do. Found out by playing, by chance and by its own demonstration. Judges nothing.

import type { Json } from '../base/json.ts'
import { createRng } from '../base/random.ts'
import { fail, type Result } from '../base/result.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import { createPlay, type Play } from '../environments/play.ts'
import { randomAction } from '../environments/suite/random-play.ts'

export interface Survey {
  /** Those who take part. */
  readonly agents: readonly AgentId[]
  /** The longest action, its closing text included. */
  readonly actionCharacters: number
  /** The longest that an agent reads and writes in a play. */
  readonly episodeCharacters: number
  /** Rows of pictures are counted apart: pictures that an agent is shown in a play. */
  readonly pictures: number
  /** Actions are listed wherever somebody acts. */
  readonly listed: boolean
  readonly demonstrates: boolean
  /** The agents' interests are opposed: what they earn adds up to nothing in every play, and not each of them to nothing. */
  readonly zeroSum: boolean
}

const PLAYS = 24

/** Throws what the environment throws. */
export function surveyEnvironment(definition: EnvironmentDefinition, config: Json): Result<Survey> {
  const parsed = definition.parseConfig(config)
  if (!parsed.ok) return fail(parsed.error)
  const survey = { actionCharacters: 1, episodeCharacters: 1, pictures: 0, listed: true, zeroSum: true }
  const agents = new Set<AgentId>()
  let stakes = false
  for (let number = 0; number < PLAYS; number++) {
    const rng = createRng([0x73757276, number])
    const play = createPlay(definition, { config: parsed.value, split: 'train', start: rng.split(0), chance: rng.split(1) })
    // Every third play is a master's, where there is one: it may last longer than chance.
    const masters = number % 3 === 2
    const read = new Map<AgentId, number>()
    const earned = new Map<AgentId, number>()
    for (const agent of definition.agents(play.state())) agents.add(agent)
    for (let turn = 2; play.waiting().length > 0; turn++) {
      const texts: Record<AgentId, string> = {}
      for (const [place, agent] of play.waiting().entries()) {
        const legal = definition.legalActions(play.state(), agent)
        if (legal.kind === 'any') survey.listed = false
        const { text, pictures } = play.shown(agent)
        const written = write(play, agent, masters, rng.split(turn).split(place))
        if (legal.kind === 'list')
          for (const action of legal.actions) survey.actionCharacters = Math.max(survey.actionCharacters, definition.format(action).length)
        survey.actionCharacters = Math.max(survey.actionCharacters, written.length)
        survey.pictures = Math.max(survey.pictures, pictures.length)
        read.set(agent, (read.get(agent) ?? 0) + text.length + written.length)
        texts[agent] = written
      }
      for (const [agent, reward] of Object.entries(play.submit(texts).rewards)) earned.set(agent, (earned.get(agent) ?? 0) + reward)
    }
    survey.episodeCharacters = Math.max(survey.episodeCharacters, ...read.values())
    const values = [...earned.values()]
    stakes ||= values.some((value) => value !== 0)
    if (Math.abs(values.reduce((sum, value) => sum + value, 0)) > 1e-9) survey.zeroSum = false
  }
  return {
    ok: true,
    value: {
      ...survey,
      zeroSum: survey.zeroSum && stakes && agents.size > 1,
      agents: definition.spec.possibleAgents.filter((agent) => agents.has(agent)),
      demonstrates: definition.demonstrate !== undefined,
    },
  }
}

function write(play: Play, agent: AgentId, masters: boolean, rng: Parameters<typeof randomAction>[3]): string {
  const { definition } = play
  const state = play.state()
  const action = (masters ? definition.demonstrate?.(state, agent) : undefined) ?? randomAction(definition, state, agent, rng)
  return action === undefined ? definition.stopText : definition.format(action)
}
