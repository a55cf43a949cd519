// An episode that a person plays: who sits where, and how it stands, as the page draws it. The game itself is src/games. What the
// person writes carries loss mask 0, as nobody sampled it. Knows no page.

import { tokenloomError } from '../base/errors.ts'
import { PICTURE_MARK } from '../base/picture-mark.ts'
import { isPictureRow } from '../base/picture-rows.ts'
import { streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import type { Awaited } from '../coordinator/episode-host.ts'
import type { PolicyPlayer, ScriptPlayer } from '../coordinator/player.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { findEnvironment } from '../environments/registry.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { EPISODE_STATES } from '../episode/trajectory.ts'
import { type Belief, beliefAt } from '../games/belief.ts'
import { gamePlan } from '../games/game-plan.ts'
import { keepGame } from '../games/game-record.ts'
import { policyPlayer, scriptedPlayer } from '../games/players.ts'
import { bare, createGameSession, type GameSession, type SessionTurn } from '../games/session.ts'
import { BASE_SNAPSHOT, type TrainingService } from '../service/index.ts'
import { drawnScene } from './drawn-scene.ts'
import type { HandAgent, HandKept, HandRequest, HandSeat, HandTurn, HandView } from './hand-api.ts'
import type { ModelText } from './load-tokenizer.ts'
import { seatPolicy } from './seat-policy.ts'
import { startOfTask } from './start-of-task.ts'

/** Longer lists of legal actions are no help to read. */
const MOST_LEGAL = 400

export interface HandEpisode {
  view(): HandView
  write(texts: Readonly<Record<string, string>>): Promise<HandView>
  undo(): HandView
  sceneAt(wave: number): HandView['scene']
  /** By the policy at the table, or the base; `service` where the game itself needs none. */
  believe(wave: number, service?: TrainingService | null): Promise<Belief | null>
  keep(): Promise<HandKept>
}

type Opponent = PolicyPlayer | ScriptPlayer

export async function openHandEpisode(
  request: HandRequest,
  { config, tokenizer }: ModelText,
  service: TrainingService | null = null,
  findDefinition = findEnvironment,
): Promise<HandEpisode> {
  const { task, side = null, temperature = 1, actionMask = true, maxTokensPerTurn, maxTokensPerEpisode } = request
  const definition = startingAt(unwrap(findDefinition(request.environment.id)), request)
  const settings = unwrap(definition.parseConfig(request.environment.config))
  const seed = task.kind === 'heldOut' ? task.number : 0
  const { opponent, snapshot } = await opponentOf(request, definition, seed, { config, tokenizer }, service)
  // By its place among those who take part: a scripted side of the environment's own is no seat.
  const seated = definition.agents(definition.init(settings, 'heldOut', gamePlan(seed).start))
  const person = side === null ? null : (seated[side] ?? null)
  const session = createGameSession({
    ...{ definition, config: settings, split: 'heldOut', tokenizer },
    plan: () => gamePlan(seed),
    // Where no policy reads it, a text may be longer than any model's context.
    budget: { maxTokensPerTurn, maxTokensPerEpisode, contextTokens: opponent.kind === 'policy' ? config.contextTokens : maxTokensPerEpisode },
    masks: actionMask ? createTrieCompiler(tokenizer) : undefined,
    now: () => performance.now(),
    playerOf: (agent) => (person === null || agent === person ? null : opponent),
  })
  await session.settle()

  const view = (): HandView => viewOf(session, tokenizer)
  return {
    view,
    async write(texts) {
      await session.write(texts)
      return view()
    },
    undo() {
      session.undo()
      return view()
    },
    sceneAt: (wave) => drawnScene(definition, session.at(wave).host.state()),
    async believe(wave, other = null) {
      const asking = service ?? other
      if (asking === null) throw tokenloomError('INTERNAL', 'A belief was asked for where no engine answers.', 'Begin again.')
      const { contextTokens } = config
      const asked = { service: asking, snapshot: snapshot ?? BASE_SNAPSHOT, temperature, masked: actionMask, contextTokens }
      return beliefAt(session.setting, session.at(wave), asked)
    },
    async keep() {
      const kept = await keepGame(session, (agent) => session.setting.playerOf(agent)?.name ?? 'human')
      return { ...kept, vocabulary: Array.from({ length: config.vocabulary }, (_, id) => tokenizer.tokenText(id)) }
    },
  }
}

/** A written task is a start state of its own; a numbered one is drawn by the game's plan. */
function startingAt(definition: EnvironmentDefinition, { environment, task }: HandRequest): EnvironmentDefinition {
  if (task.kind === 'heldOut') return definition
  const start = startOfTask(definition, unwrap(definition.parseConfig(environment.config)), task)
  return { ...definition, init: () => start }
}

async function opponentOf(
  { opponent = { kind: 'master' }, temperature = 1 }: HandRequest,
  definition: EnvironmentDefinition,
  seed: number,
  { config, tokenizer }: ModelText,
  service: TrainingService | null,
): Promise<{ readonly opponent: Opponent; readonly snapshot: string | null }> {
  switch (opponent.kind) {
    case 'master':
      return { opponent: master(definition, seed), snapshot: null }
    case 'script':
      return { opponent: scriptedPlayer(definition, opponent.name, seed), snapshot: null }
    case 'policy': {
      if (service === null) throw tokenloomError('INTERNAL', 'A policy was asked to play where no engine answers.', 'Begin again.')
      const { snapshot } = await seatPolicy(service, opponent.player, config)
      const name = opponent.player.kind === 'base' ? 'base' : opponent.player.name
      const stopTokens = tokenizer.stopTokens(definition.stopText)
      return { opponent: policyPlayer({ service, snapshot, name, seed, temperature, stopTokens }), snapshot: snapshot.id }
    }
  }
}

function master(definition: EnvironmentDefinition, seed: number): ScriptPlayer {
  return {
    kind: 'script',
    name: 'master',
    key: streamKey(seed, 'script'),
    act({ agent, master: action }) {
      const found = action()
      if (found !== undefined) return found
      throw tokenloomError('ENVIRONMENT_INVALID', `${definition.spec.title} has no scripted player for ${agent}.`, 'Play every side yourself.', 'side')
    },
  }
}

function viewOf(session: GameSession, tokenizer: ModelText['tokenizer']): HandView {
  const { definition, playerOf } = session.setting
  const { host } = session.now()
  return {
    title: definition.spec.title,
    stopText: definition.stopText,
    agents: host.machines().map((machine): HandAgent => {
      const { tokens, states, lossMask, totalReward } = machine.soFar()
      return {
        agent: machine.identity.agent,
        player: playerOf(machine.identity.agent)?.name ?? null,
        state: machine.state(),
        stop: machine.stop() ?? null,
        tokens: Array.from(tokens, (id, index) => ({
          text: isPictureRow(id) ? PICTURE_MARK : tokenizer.tokenText(id),
          state: EPISODE_STATES[states[index] ?? 0] ?? 'PENDING',
          mask: lossMask[index] === 1 ? 1 : 0,
        })),
        reward: totalReward,
      }
    }),
    scene: drawnScene(definition, host.state()),
    seats: session.waiting().map((one) => seatOf(session, one)),
    turns: session.turns().map(turnOf),
    waves: session.waves(),
    canUndo: session.canUndo(),
    fault: host.fault() ?? null,
  }
}

function seatOf(session: GameSession, awaited: Awaited): HandSeat {
  const { definition } = session.setting
  const { host } = session.now()
  const { agent, machine } = awaited
  const { legal, prompt } = host.seatTurn(awaited)
  const expected = host.master(agent)
  const textOf = (action: Parameters<EnvironmentDefinition['format']>[0]): string => bare(definition.format(action), definition.stopText)
  return {
    agent,
    prompt,
    room: machine.turn().maxTokens,
    legal: legal.kind === 'any' ? null : legal.actions.slice(0, MOST_LEGAL).map(textOf),
    expected: expected === undefined ? null : textOf(expected),
  }
}

function turnOf({ agent, text, verdict, rewards, wave }: SessionTurn): HandTurn {
  return { agent, text, verdict: verdict?.kind ?? 'cut', reason: verdict?.kind === 'parse_error' ? verdict.reason : null, rewards, wave }
}
