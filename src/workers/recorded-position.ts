// A position of a recorded episode, made again from the run's spec and the turns that led to it, as a policy would find it: its text
// so far, and what it may write. What was sampled is read as the tokens of its text. Knows records and hosts; no page.

import { assert } from '../base/assert.ts'
import { tokenloomError } from '../base/errors.ts'
import { unwrap } from '../base/result.ts'
import { createEpisodeHost } from '../coordinator/episode-host.ts'
import { findEnvironment } from '../environments/registry.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { type Belief, beliefAt } from '../games/belief.ts'
import type { Position } from '../games/session.ts'
import { isAuthored } from '../record/is-authored.ts'
import type { RunSpec } from '../record/spec.ts'
import type { TurnRecord } from '../record/step-turns.ts'
import type { TrainingService } from '../service/index.ts'
import { trainingPlans } from '../training/rollout.ts'
import type { ModelText } from './load-tokenizer.ts'
import { seatPolicy } from './seat-policy.ts'
import type { BeliefRequest } from './try-api.ts'

type Recorded = Pick<BeliefRequest, 'spec' | 'step' | 'episode' | 'turns'>

export async function believeRecorded(request: BeliefRequest, service: TrainingService, text: ModelText): Promise<Belief | null> {
  const { spec, player } = request
  const { position, setting } = recordedPosition(request, text)
  const seated = await seatPolicy(service, player, text.config)
  try {
    const { temperature, actionMask } = spec.rollout
    const asked = { service, snapshot: seated.snapshot.id, temperature, masked: actionMask === 'on', contextTokens: text.config.contextTokens }
    return await beliefAt(setting, position, asked)
  } finally {
    await seated.release()
  }
}

/** After the last of these turns, which are those of whole waves. */
function recordedPosition({ spec, step, episode, turns }: Recorded, { tokenizer, config: model }: ModelText) {
  if (isAuthored(spec)) {
    const message = `What a policy makes of recorded positions is told of built-in environments alone, and ${spec.environment.id} is authored.`
    throw tokenloomError('ENVIRONMENT_UNKNOWN', message, 'Let the policy play it in the editor, which shows how likely its turns were.', 'environment.source')
  }
  const definition = unwrap(findEnvironment(spec.environment.id))
  const config = unwrap(definition.parseConfig(spec.environment.config))
  const setting = { definition, config, split: 'train' as const, tokenizer, budget: budgetOf(spec, model.contextTokens), masks: createTrieCompiler(tokenizer) }
  const plan = trainingPlans(spec, step).find((one) => one.episode === episode)
  assert(plan !== undefined, `episode ${episode} is none of step ${step}`)
  const host = createEpisodeHost(plan, setting)
  let position: Position = { host, awaited: host.rounds().flatMap((round) => host.advance(round)) }
  for (const wave of wavesOf(turns)) {
    host.write(
      wave.map(({ agent, place, action, version }) => {
        // The coordinator wrote the action itself into the record.
        const text = definition.format(JSON.parse(action))
        return { writer: agent, place: place ?? agent, granted: true, text, stamp: { version, snapshotHash: 'record' } }
      }),
    )
    host.step()
    position = { host, awaited: host.rounds().flatMap((round) => host.advance(round)) }
  }
  return { position, setting }
}

const budgetOf = ({ rollout: { maxTokensPerTurn, maxTokensPerEpisode } }: RunSpec, contextTokens: number) => ({
  maxTokensPerTurn,
  maxTokensPerEpisode,
  contextTokens,
})

/** Up to the first wave in which something was no legal action: the game was over then. */
function wavesOf(turns: readonly TurnRecord[]): readonly (readonly TurnRecord[])[] {
  const waves = new Map<number, TurnRecord[]>()
  for (const turn of turns) waves.set(turn.wave, [...(waves.get(turn.wave) ?? []), turn])
  const all = [...waves.values()]
  const bad = all.findIndex((wave) => wave.some(({ verdict }) => verdict !== 'accepted'))
  return bad < 0 ? all : all.slice(0, bad)
}
