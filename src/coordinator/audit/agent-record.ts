// What is known of one agent in one episode: the tokens that it must have, which of them it wrote and under which version,
// and the rewards of each of its turns. Built from the writers' and the rules' side, to hold a trajectory against.

import type { Reading, Writing } from '../testimony.ts'

/** Tokens [start, end) that a policy sampled. */
export interface WrittenSpan {
  readonly start: number
  readonly end: number
  readonly version: number
}

export interface AgentRecord {
  /** The tokens that the agent has read and written, where a policy plays it. */
  transcript(): Uint32Array
  /** Those of them that a policy sampled. */
  spans(): readonly WrittenSpan[]
  /** Whether a script or a person wrote for this agent: none of its tokens is then trained on. */
  spoken(): boolean
  /** `version`: that of the weights, null where a script or a person wrote. */
  wrote(reading: Reading, writing: Writing, version: number | null): void
  /** What was handed out now. */
  credited(reward: number): void
  /** Rewards as handed out, by the agent's own turn; those before its first one are due with it. */
  creditedByTurn(): ReadonlyMap<number, number>
  creditedTotal(): number
}

export function createAgentRecord(): AgentRecord {
  let transcript = new Uint32Array()
  const spans: WrittenSpan[] = []
  const byTurn = new Map<number, number>()
  let [turns, total] = [0, 0]
  let spoken = false
  return {
    transcript: () => transcript,
    spans: () => spans,
    spoken: () => spoken,
    wrote(reading, writing, version) {
      turns++
      if (reading.kind === 'tokens' && writing.kind === 'tokens' && version !== null) {
        // Whatever it read, it has read: one wrong reading is reported once.
        transcript = new Uint32Array(reading.tokens.length + writing.tokens.length)
        transcript.set(reading.tokens)
        transcript.set(writing.tokens, reading.tokens.length)
        spans.push({ start: reading.tokens.length, end: transcript.length, version })
        return
      }
      spoken = true
    },
    credited(reward) {
      total += reward
      const turn = Math.max(turns - 1, 0)
      if (reward !== 0) byTurn.set(turn, (byTurn.get(turn) ?? 0) + reward)
    },
    creditedByTurn: () => byTurn,
    creditedTotal: () => total,
  }
}
