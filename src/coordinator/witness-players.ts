// The voices of those who write. A player behind a witness plays as before; what it read and what it answered is told
// by the player's own side, before the coordinator has its answer. Knows no rules and no order of turns.

import { at } from '../base/assert.ts'
import type { AgentId } from '../environments/contract.ts'
import type { Player, Seating } from './player.ts'
import type { Sampler } from './sampler.ts'
import type { Witness } from './testimony.ts'

/** `agents`: the environment's possibleAgents, which number the streams of sampling. */
export function witnessPlayers(seating: Seating, agents: readonly AgentId[], witness: Witness): Seating {
  const behind = new Map<Player, Player>()
  // One snapshot stays one sampler, so that its seats still share their requests.
  const samplers = new Map<Sampler, Sampler>()
  const heard = (sampler: Sampler, name: string): Sampler => {
    const known = samplers.get(sampler) ?? witnessSampler(sampler, name, agents, witness)
    samplers.set(sampler, known)
    return known
  }
  return (plan, agent) => {
    const player = seating(plan, agent)
    const known = behind.get(player) ?? witnessPlayer(player, heard, witness)
    behind.set(player, known)
    return known
  }
}

function witnessPlayer(player: Player, heard: (sampler: Sampler, name: string) => Sampler, witness: Witness): Player {
  const { name } = player
  switch (player.kind) {
    case 'policy':
      return { ...player, sampler: heard(player.sampler, name) }
    case 'script':
      return {
        ...player,
        async act(turn) {
          const action = await player.act(turn)
          const { episode, agent, observation } = turn
          const reading = { kind: 'observation', observation } as const
          if (action !== undefined) {
            witness({ by: 'writer', kind: 'wrote', episode, agent, player: name, reading, writing: { kind: 'action', action }, weights: null })
          }
          return action
        },
      }
    case 'human':
      return {
        ...player,
        async write(turn) {
          const text = await player.write(turn)
          const { episode, agent, prompt } = turn
          const reading = { kind: 'text', text: prompt } as const
          witness({ by: 'writer', kind: 'wrote', episode, agent, player: name, reading, writing: { kind: 'text', text }, weights: null })
          return text
        },
      }
  }
}

function witnessSampler(sampler: Sampler, player: string, agents: readonly AgentId[], witness: Witness): Sampler {
  return async (prompts, maxTokens) => {
    const answer = await sampler(prompts, maxTokens)
    const { version, snapshotHash, inputHash } = answer
    const [first] = prompts
    if (inputHash !== undefined && first !== undefined) {
      const stamp = { version, snapshotHash, inputHash }
      witness({ by: 'engine', kind: 'served', episode: first.stream[0], stamp, prompts: prompts.map(({ tokens }) => tokens) })
    }
    prompts.forEach(({ tokens, stream: [episode, index], actions }, place) => {
      witness({
        by: 'writer',
        kind: 'wrote',
        episode,
        agent: at(agents, index),
        player,
        reading: { kind: 'tokens', tokens },
        writing: { kind: 'tokens', tokens: at(answer.sequences, place).tokens },
        weights: { hash: snapshotHash, version },
        ...(actions === undefined ? {} : { actions }),
      })
    })
    return answer
  }
}
