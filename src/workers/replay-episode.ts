// The states of a recorded episode: its plan follows from the spec, its actions stand in the record, and the environment's own
// play makes the same states of them. Every verdict and reward is compared with the record's, so that what is shown is
// what was played. Knows no worker and no page.

import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import type { AgentId, EnvironmentDefinition } from '../environments/contract.ts'
import { createPlay, type Play, type PlayUpdate } from '../environments/play.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { TurnRecord } from '../record/step-turns.ts'
import { trainingPlans } from '../training/rollout.ts'
import { drawnScene } from './drawn-scene.ts'
import type { LastBoard, LastBoardsRequest, Replay, ReplayFrame, ReplayRequest } from './replay-api.ts'

/** The record keeps why a text could not be read, not the text: this is one that nothing reads. */
const UNREADABLE = '\u0000'

/** Null where the environment has neither board nor figure. Throws ENVIRONMENT_UNKNOWN where it is not built in. */
export function replayEpisode(
  { spec, step, episode, turns }: ReplayRequest,
  definition: EnvironmentDefinition = unwrap(findEnvironment(spec.environment.id)),
): Replay | null {
  const plan = trainingPlans(spec, step).find((one) => one.episode === episode)
  if (definition.view === undefined || plan === undefined) return null
  const config = unwrap(definition.parseConfig(spec.environment.config))
  const play = createPlay(definition, { config, split: 'train', start: plan.start, chance: plan.chance })
  const first = drawnScene(play.definition, play.state())
  if (first === null) return null
  const frames: ReplayFrame[] = [{ scene: first, turns: [] }]
  let departs: string | null = null
  for (const wave of wavesOf(turns)) {
    departs = takeWave(play, wave)
    if (departs !== null) break
    frames.push({ scene: drawnScene(play.definition, play.state()) ?? first, turns: wave })
  }
  return { title: definition.spec.title, frames, departs }
}

/** The last position of every episode, without what might be played there. */
export function lastBoards({ spec, step, turns }: LastBoardsRequest, definition?: EnvironmentDefinition): readonly LastBoard[] {
  const byEpisode = new Map<number, TurnRecord[]>()
  for (const turn of turns) {
    const own = byEpisode.get(turn.episode)
    if (own === undefined) byEpisode.set(turn.episode, [turn])
    else own.push(turn)
  }
  const boards: LastBoard[] = []
  for (const [episode, own] of [...byEpisode].sort(([a], [b]) => a - b)) {
    const replay = replayEpisode({ spec, step, episode, turns: own }, definition)
    const scene = replay?.frames.at(-1)?.scene
    // An environment without a board has one in no episode.
    if (replay === null || scene?.kind !== 'grid') return []
    boards.push({ episode, scene: { ...scene, points: [] }, departs: replay.departs !== null })
  }
  return boards
}

function wavesOf(turns: readonly TurnRecord[]): readonly (readonly TurnRecord[])[] {
  const waves = new Map<number, TurnRecord[]>()
  for (const turn of turns) waves.set(turn.wave, [...(waves.get(turn.wave) ?? []), turn])
  return [...waves.values()]
}

/** Plays one wave; the end of a sentence where play and record part. */
function takeWave(play: Play, wave: readonly TurnRecord[]): string | null {
  const actors = wave.map(({ agent, place }) => place ?? agent)
  const stranger = actors.find((agent) => !play.waiting().includes(agent))
  if (stranger !== undefined) return `it is not the turn of ${stranger}`
  // A turn that a budget cut off was never read: the state stays, and the episode is over.
  if (wave.some(({ verdict }) => verdict === 'cut')) return null
  const update = play.submit(Object.fromEntries(wave.map((turn, index) => [actors[index] ?? '', textOfTurn(play.definition, turn)])))
  if (update.fault !== undefined) return `the environment failed: ${update.fault}`
  for (const [index, { verdict, agent }] of wave.entries()) {
    const found = update.verdicts[actors[index] ?? '']?.kind
    if (found !== verdict) return `what ${agent} did is ${found ?? 'nothing'} now, and was ${verdict}`
  }
  return rewardsDiffer(update, wave)
}

/** What the agent wrote, as the environment itself writes that action. */
export function textOfTurn(definition: EnvironmentDefinition, { verdict, action }: TurnRecord): string {
  if (verdict === 'parse_error') return UNREADABLE
  // The coordinator wrote the action itself into the record.
  return definition.format(JSON.parse(action) as Json)
}

function rewardsDiffer({ rewards }: PlayUpdate, wave: readonly TurnRecord[]): string | null {
  const recorded: Record<AgentId, number> = {}
  for (const turn of wave) for (const [agent, reward] of Object.entries(turn.rewards)) recorded[agent] = (recorded[agent] ?? 0) + reward
  for (const agent of new Set([...Object.keys(rewards), ...Object.keys(recorded)])) {
    const [now, then] = [rewards[agent] ?? 0, recorded[agent] ?? 0]
    if (now !== then) return `${agent} earns ${now} now, and earned ${then}`
  }
  return null
}
