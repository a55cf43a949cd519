// A game that was played, as a run's step is kept: tokens and turns as blobs, the spec that says where it started. So tokens,
// timeline and board show it like any other episode. A game that is not over is kept as it stands, its agents cancelled.

import { sha256Hex } from '../base/hash.ts'
import { turnLine } from '../coordinator/turn-list.ts'
import type { StepSpans, TokenBlobRef, TurnBlobRef } from '../record/events.ts'
import { encodeTokens } from '../record/token-blob.ts'
import { encodeTurns } from '../record/turn-blob.ts'
import type { GameSession } from './session.ts'

export interface KeptGame {
  readonly tokens: Uint8Array<ArrayBuffer>
  readonly tokensRef: TokenBlobRef
  readonly turns: Uint8Array<ArrayBuffer>
  readonly turnsRef: TurnBlobRef
  readonly spans: StepSpans
  /** Who wrote what, in order, without the text that ends an action. */
  readonly actions: readonly (readonly [agent: string, text: string])[]
}

const STEP = 1
const ARM = 'policy'

export async function keepGame(session: GameSession, nameOf: (agent: string) => string): Promise<KeptGame> {
  const { host } = session.at(session.waves())
  host.cancel()
  const trajectories = host.trajectories()
  const played = trajectories.map((trajectory) => ({ trajectory, advantages: new Float32Array(trajectory.tokens.length), trained: false }))
  const tokens = encodeTokens({ step: STEP, arm: ARM, episodes: played })
  const log = session.turns()
  const waits = host.waits()
  const agents = session.setting.definition.spec.possibleAgents
  const turns = encodeTurns({
    ...{ step: STEP, arm: ARM, agents, waits },
    turns: log.map((entry) => ({
      ...turnLine(entry),
      ...{ episode: entry.episode, group: entry.group, tokens: entry.tokens, player: nameOf(entry.agent) },
      ...(entry.stop === undefined ? {} : { stop: entry.stop }),
    })),
  })
  const count = trajectories.reduce((sum, trajectory) => sum + trajectory.tokens.length, 0)
  const named = { step: STEP, arm: ARM } as const
  return {
    tokens,
    tokensRef: { ...named, episodes: trajectories.length, tokens: count, bytes: tokens.length, hash: await sha256Hex(tokens) },
    turns,
    turnsRef: { ...named, turns: log.length, waits: waits.length, bytes: turns.length, hash: await sha256Hex(turns) },
    spans: spansOf(session),
    actions: log.map(({ agent, text }) => [agent, text]),
  }
}

/** Nobody learns: the whole step is its rollout. */
function spansOf(session: GameSession): StepSpans {
  const waves = session.times().map(({ wave, asked, answered }) => [wave, Math.round(asked), Math.round(answered)] as const)
  return { rollout: [0, waves.at(-1)?.[2] ?? 0], updating: null, waves }
}
