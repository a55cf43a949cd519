// A batch of episodes under audit, in one call: policies of two adapters and a script at the table, a coordinator that may
// be faulty, and afterwards data for training. Tests and the check of the auditor play with it.

import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import type { EnvironmentDefinition } from '../../environments/contract.ts'
import type { Foresight } from '../../environments/foresight.ts'
import { createTrieCompiler } from '../../episode/action-trie.ts'
import type { Tokenizer } from '../../episode/tokenizer.ts'
import type { AuditVerdict } from '../audit/findings.ts'
import { createAuditor } from '../auditor.ts'
import type { EpisodePlan } from '../episode-plan.ts'
import type { FaultName } from '../faults/fault.ts'
import type { Pace } from '../pace.ts'
import { createPhaseBarrier } from '../phase-barrier.ts'
import type { Player, ScriptPlayer, Seating } from '../player.ts'
import { type BatchResult, runEpisodes } from '../run-episodes.ts'
import type { Fact } from '../testimony.ts'
import { createStampedPolicy } from './stamped-policy.ts'

export interface AuditedBatch {
  readonly definition: EnvironmentDefinition
  /** Where the definition lives elsewhere. */
  readonly foresight?: Foresight
  readonly config: Json
  readonly tokenizer: Tokenizer
  readonly seed: number
  readonly episodes: number
  readonly pace?: Pace
  readonly masked?: boolean
  /** The share of words that are no action. Default 0. */
  readonly nonsense?: number
  /** The agents, by number, that a script plays. */
  readonly scripted?: (agent: number) => boolean
  readonly fault?: FaultName
  readonly maxTokensPerTurn?: number
  /** Changes a fact on its way to the auditor, or drops it: what a witness might say falsely. */
  readonly tamper?: (fact: Fact) => Fact | null
}

export interface AuditedResult {
  readonly result: BatchResult
  readonly verdict: AuditVerdict
  /** The episodes in which the fault showed. */
  readonly manifested: ReadonlySet<number>
  readonly facts: number
}

export async function playAudited(batch: AuditedBatch): Promise<AuditedResult> {
  const { definition, config, tokenizer, seed, episodes, nonsense = 0, scripted = () => false, fault, tamper = (fact) => fact } = batch
  const plans = (): EpisodePlan[] =>
    Array.from({ length: episodes }, (_, episode) => ({
      episode,
      group: Math.floor(episode / 2),
      start: createRng([seed, 1], Math.floor(episode / 2)),
      chance: createRng([seed, 2], episode),
    }))
  const red = createStampedPolicy({ name: 'red', key: [seed, 3], tokenizer, nonsense })
  const blue = createStampedPolicy({ name: 'blue', key: [seed, 4], tokenizer, nonsense })
  const players: readonly Player[] = [red.player(), blue.player()]
  const script: ScriptPlayer = {
    kind: 'script',
    name: 'random',
    key: [seed, 5],
    act: ({ legal, rng }) => (legal.kind === 'list' && legal.actions.length > 0 ? legal.actions[rng.integer(legal.actions.length)] : rng.integer(10)),
  }
  const seats = new Map(definition.spec.possibleAgents.map((agent, index) => [agent, scripted(index) ? script : (players[index % 2] ?? script)]))
  const seating: Seating = (_plan, agent) => seats.get(agent) ?? script
  const auditor = createAuditor({ definition, config, split: 'train', tokenizer, plans: plans(), players: seating })
  let facts = 0
  const witness = (fact: Fact): void => {
    facts++
    const heard = tamper(fact)
    if (heard !== null) auditor.take(heard)
  }
  const barrier = createPhaseBarrier()
  const manifested = new Set<number>()
  const update = (): Promise<void> =>
    barrier.update(() => {
      red.update()
      blue.update()
      return Promise.resolve()
    })
  const { maxTokensPerTurn = 6, masked = false, pace = 'lockstep' } = batch
  const result = await runEpisodes({
    definition,
    foresight: batch.foresight,
    config,
    split: 'train',
    tokenizer,
    budget: { maxTokensPerTurn, maxTokensPerEpisode: 4096, contextTokens: 4096 },
    masks: masked ? createTrieCompiler(tokenizer) : undefined,
    episodes: plans(),
    players: seating,
    barrier,
    now: () => 0,
    pace,
    witness,
    ...(fault === undefined ? {} : { fault: { name: fault, key: [seed, 6], update, manifested: (episode) => manifested.add(episode) } }),
  })
  for (const trajectory of result.trajectories) {
    const { episode, agent, tokens, lossMask } = trajectory
    const coefficients = Float32Array.from(lossMask, (bit) => bit * trajectory.totalReward)
    witness({ by: 'trainer', kind: 'fed', episode, agent, datum: { id: `${episode}/${agent}`, tokens, lossMask, coefficients } })
  }
  return { result, verdict: await auditor.verdict(), manifested, facts }
}
