// The same episodes under two coordinators: players that draw legal actions from counted chance write the same words until the fault
// shows, so that what differs afterwards is the coordinator's doing. The auditor hears both and is told of neither.

import { at } from '../base/assert.ts'
import type { Json } from '../base/json.ts'
import { createRng, streamKey } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import { createAuditor } from '../coordinator/auditor.ts'
import type { EpisodePlan } from '../coordinator/episode-plan.ts'
import { createPhaseBarrier } from '../coordinator/phase-barrier.ts'
import type { ScriptPlayer } from '../coordinator/player.ts'
import { type BatchResult, runEpisodes } from '../coordinator/run-episodes.ts'
import { turnLine } from '../coordinator/turn-list.ts'
import type { EnvironmentDefinition } from '../environments/contract.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { DrawnScene } from '../environments/scene.ts'
import type { Tokenizer } from '../episode/tokenizer.ts'
import type { CoordinatorFault } from '../record/spec.ts'
import type { Contrast, ContrastRequest, ContrastSide } from './contrast-api.ts'

/** One token a character: scripts need no more. */
const CHARACTERS: Tokenizer = {
  encode: (text) => Uint32Array.from(text, (one) => one.charCodeAt(0)),
  decode: (ids) => String.fromCharCode(...Array.from(ids)),
  stopTokens: (text) => [text.charCodeAt(0)],
  tokenText: (id) => String.fromCharCode(id),
}
const BUDGET = { maxTokensPerTurn: 64, maxTokensPerEpisode: 16_384, contextTokens: 16_384 }

export async function contrastCoordinators(request: ContrastRequest): Promise<Contrast> {
  const definition = unwrap(findEnvironment(request.environment.id))
  const config = unwrap(definition.parseConfig(request.environment.config))
  const showed = new Set<number>()
  const sound = await playUnder(definition, config, request, null, () => undefined)
  const faulty = await playUnder(definition, config, request, request.fault, (episode) => showed.add(episode))
  return { title: definition.spec.title, sound, faulty, showed: [...showed].sort((a, b) => a - b) }
}

async function playUnder(
  definition: EnvironmentDefinition,
  config: Json,
  { seed, episodes }: ContrastRequest,
  fault: CoordinatorFault | null,
  manifested: (episode: number) => void,
): Promise<ContrastSide> {
  const key = streamKey(seed, 'environment')
  const plans = (): EpisodePlan[] =>
    Array.from({ length: episodes }, (_, episode) => ({ episode, group: episode, start: createRng(key, episode), chance: createRng(key, episode, 1) }))
  const player: ScriptPlayer = {
    kind: 'script',
    name: 'chance',
    key: streamKey(seed, 'script'),
    act: ({ legal, rng, master }) => (legal.kind === 'list' && legal.actions.length > 0 ? at(legal.actions, rng.integer(legal.actions.length)) : master()),
  }
  const players = () => player
  const auditor = createAuditor({ definition, config, split: 'train', tokenizer: CHARACTERS, plans: plans(), players })
  const scenes: Record<number, readonly DrawnScene[]> = {}
  const results: BatchResult[] = []
  // One after the other, so that every state that is seen belongs to the episode under way.
  for (const plan of plans()) {
    const seen: DrawnScene[] = []
    const barrier = createPhaseBarrier()
    const update = (): Promise<void> => barrier.update(() => Promise.resolve())
    results.push(
      await runEpisodes({
        ...{ definition: watched(definition, seen), config, split: 'train', tokenizer: CHARACTERS, budget: BUDGET, players, barrier },
        ...{ episodes: [plan], now: () => 0, witness: auditor.take },
        ...(fault === null ? {} : { fault: { name: fault, key: streamKey(seed, 'coordinator'), update, manifested } }),
      }),
    )
    scenes[plan.episode] = seen
  }
  const verdict = await auditor.verdict()
  const log = results.flatMap(({ turnLog }) => turnLog)
  const turns = log.map((entry) => ({
    ...turnLine(entry),
    ...{ episode: entry.episode, group: entry.group, tokens: entry.tokens, player: player.name },
    ...(entry.stop === undefined ? {} : { stop: entry.stop }),
  }))
  return {
    turns: { step: 1, arm: 'policy', agents: definition.spec.possibleAgents, turns, waits: results.flatMap(({ waits }) => waits) },
    scenes,
    checksHeld: verdict.checksHeld,
    violations: verdict.violations,
  }
}

/** The definition as it is, with an eye on the states that come out of it. */
function watched(definition: EnvironmentDefinition, seen: DrawnScene[]): EnvironmentDefinition {
  const see = (state: Json): void => {
    const scene = definition.view?.(state)
    if (scene !== undefined && scene.kind !== 'text') seen.push(scene)
  }
  return {
    ...definition,
    init(...given) {
      const state = definition.init(...given)
      see(state)
      return state
    },
    step(...given) {
      const transition = definition.step(...given)
      see(transition.state)
      return transition
    },
  }
}
