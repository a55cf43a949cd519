// An episode out of a link: its random numbers follow from the seed, its actions stand in the link, and the host and the machines of
// training make states and tokens of them again. No policy writes: the loss mask is 0 throughout. Knows no worker and no page.

import { tokenloomError } from '../base/errors.ts'
import type { Json } from '../base/json.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createEpisodeHost, type EpisodeHost } from '../coordinator/episode-host.ts'
import { turnLine } from '../coordinator/turn-list.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { findEnvironment } from '../environments/registry.ts'
import { EPISODE_STATES } from '../episode/trajectory.ts'
import { isAuthored } from '../record/is-authored.ts'
import type { TurnRecord } from '../record/step-turns.ts'
import { trainingPlans } from '../training/rollout.ts'
import { drawnScene } from './drawn-scene.ts'
import type { ModelText } from './load-tokenizer.ts'
import type { EpisodeFacts, LinkAgent, LinkFrame, LinkReplay, ReplayRequest } from './replay-api.ts'
import { textOfTurn } from './replay-episode.ts'

/** Sub-streams of the environment's stream, as training has them (training/rollout.ts). */
const [START, CHANCE] = [0, 1]
/** A stranger's actions end somewhere. */
const MOST_TOKENS = 32_768

/** What a link must hold of a recorded episode. Turns that a budget cut off are no action. */
export function episodeFacts({ spec, step, episode, turns }: ReplayRequest): EpisodeFacts {
  if (isAuthored(spec)) {
    const message = `An episode of ${spec.environment.id} cannot be played from a link: its rules are an authored source.`
    throw tokenloomError('ENVIRONMENT_UNKNOWN', message, 'Share the source, or the whole run as a file.', 'environment.source')
  }
  const definition = unwrap(findEnvironment(spec.environment.id))
  const config = unwrap(definition.parseConfig(spec.environment.config))
  const group = trainingPlans(spec, step).find((one) => one.episode === episode)?.group ?? 0
  const actions = turns
    .filter(({ verdict }) => verdict !== 'cut')
    .map((turn) => [turn.place ?? turn.agent, bare(definition, textOfTurn(definition, turn))] as const)
  return { environment: definition.spec.id, config, seed: spec.seed, group, episode, split: 'train', actions }
}

/** Throws ENVIRONMENT_UNKNOWN, and ENVIRONMENT_INVALID for settings that the environment does not take. */
export function playLink(facts: EpisodeFacts, { tokenizer }: Pick<ModelText, 'tokenizer'>): LinkReplay {
  const definition = unwrap(findEnvironment(facts.environment))
  const config = unwrap(definition.parseConfig(facts.config))
  const key = streamKey(facts.seed, 'environment')
  const { episode, group } = facts
  const plan = { episode, group, start: createRng(key, group, START), chance: createRng(key, episode, CHANCE) }
  let state: Json = null
  const watched: EnvironmentDefinition = {
    ...definition,
    init(...given) {
      state = definition.init(...given)
      return state
    },
    step(...given) {
      const transition = definition.step(...given)
      state = transition.state
      return transition
    },
  }
  const budget = { maxTokensPerTurn: MOST_TOKENS, maxTokensPerEpisode: MOST_TOKENS, contextTokens: MOST_TOKENS }
  const host = createEpisodeHost(plan, { definition: watched, config, split: facts.split, tokenizer, budget })
  const frameOf = (turns: readonly TurnRecord[]): LinkFrame => ({ scene: drawnScene(definition, state), turns, agents: agentsOf(host) })
  const frames: LinkFrame[] = []
  const left = [...facts.actions]
  let departs: string | null = null
  for (let awaited = nextSeats(host); awaited.length > 0; awaited = nextSeats(host)) {
    if (frames.length === 0) frames.push(frameOf([]))
    if (left.length === 0) break
    const answers = awaited.map((seat) => {
      const place = left.findIndex(([agent]) => agent === (seat.place ?? seat.agent))
      return { seat, text: place < 0 ? undefined : left.splice(place, 1)[0]?.[1] }
    })
    const missing = answers.find(({ text }) => text === undefined)
    if (missing !== undefined) {
      departs = `${missing.seat.agent} must act, and the link has nothing of it`
      break
    }
    host.write(
      answers.map(({ seat: { writer, place, granted }, text = '' }) => {
        const whole = text.endsWith(definition.stopText) ? text : text + definition.stopText
        return { writer, place, granted, text: whole, stamp: { version: 0, snapshotHash: 'link' } }
      }),
    )
    const told = host.step()
    frames.push(frameOf(told.map((entry) => ({ ...turnLine(entry), ...{ episode, group, tokens: entry.tokens, player: '' }, ...stopOf(entry.stop) }))))
  }
  if (frames.length === 0) frames.push(frameOf([]))
  const fault = host.fault()
  if (fault !== undefined) departs = `the environment failed: ${fault}`
  else if (departs === null && left.length > 0) departs = `the episode is over, and the link has ${left.length} more actions`
  return {
    title: definition.spec.title,
    frames,
    turns: { step: 1, arm: 'policy', agents: definition.spec.possibleAgents, turns: frames.flatMap(({ turns }) => turns), waits: host.waits() },
    tokens: Object.fromEntries(host.machines().map((machine) => [machine.identity.agent, tokensOf(machine.soFar(), tokenizer)])),
    over: host.over(),
    departs,
  }
}

const nextSeats = (host: EpisodeHost) => host.rounds().flatMap((round) => host.advance(round))
const stopOf = (stop: TurnRecord['stop']): Pick<TurnRecord, 'stop'> => (stop === undefined ? {} : { stop })

const agentsOf = (host: EpisodeHost): readonly LinkAgent[] =>
  host.machines().map((machine) => {
    const { tokens, totalReward } = machine.soFar()
    return { agent: machine.identity.agent, state: machine.state(), stop: machine.stop() ?? null, tokens: tokens.length, reward: totalReward }
  })

function tokensOf({ tokens, states }: { readonly tokens: Uint32Array; readonly states: Uint8Array }, tokenizer: ModelText['tokenizer']) {
  return Array.from(tokens, (id, index) => ({
    text: isPictureRow(id) ? PICTURE_MARK : tokenizer.tokenText(id),
    state: EPISODE_STATES[states[index] ?? 0] ?? 'PENDING',
    mask: 0 as const,
  }))
}

const bare = ({ stopText }: EnvironmentDefinition, text: string): string => (text.endsWith(stopText) ? text.slice(0, text.length - stopText.length) : text)
