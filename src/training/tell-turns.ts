// What a step's turns were, told for people: one blob of columns, and beside it when things were done. The blob is the same
// whenever the spec is; durations stand in the event alone.

import { sha256Hex } from '../base/hash.ts'
import type { BatchResult } from '../coordinator/run-episodes.ts'
import type { AnswerTime } from '../coordinator/turn-log.ts'
import { turnsOfArm } from '../record/events.ts'
import type { StepTurns } from '../record/step-turns.ts'
import { encodeTurns } from '../record/turn-blob.ts'
import type { RunArm, RunSetting } from './setting.ts'
import { turnRecord } from './turn-record.ts'

/** Readings of the run's clock. */
export interface StepTimes {
  readonly start: number
  /** The rollout had ended. */
  readonly played: number
  readonly learnt: readonly [from: number, to: number] | null
}

/** Tenths of a millisecond: finer is noise, and longer in the log. */
const rounded = (milliseconds: number): number => Math.round(10 * milliseconds) / 10

export async function tellTurns(setting: RunSetting, arm: RunArm, step: number, batch: BatchResult, times: StepTimes): Promise<void> {
  const { environment, emit } = setting
  const turns = turnsOfBatch(batch, arm, step, environment.spec.possibleAgents)
  const bytes = encodeTurns(turns)
  const ref = { step, arm: arm.name, turns: turns.turns.length, waits: turns.waits.length, bytes: bytes.length, hash: await sha256Hex(bytes) }
  const since = (time: number): number => rounded(time - times.start)
  const milliseconds = {
    rollout: [0, since(times.played)] as const,
    updating: times.learnt === null ? null : ([since(times.learnt[0]), since(times.learnt[1])] as const),
    waves: batch.waveTimes.map(({ wave, asked, answered }) => [wave, since(asked), since(answered)] as const),
    ...(setting.spec.rollout.pace === 'asynchronous'
      ? { turns: spansOfTurns(batch, times.played).map(([asked, answered]) => [since(asked), since(answered)] as const) }
      : {}),
  }
  emit({ kind: 'turns', ref, milliseconds }, { arm: turnsOfArm(arm.name), step, bytes })
}

/** From its question to its answer, of every turn in the log's order: an agent's turns were asked for in the order in which they stand. */
function spansOfTurns({ turnLog, answerTimes }: BatchResult, played: number): readonly (readonly [asked: number, answered: number])[] {
  const bySeat = new Map<string, AnswerTime[]>()
  for (const time of answerTimes) {
    const key = `${time.episode} ${time.agent}`
    const own = bySeat.get(key)
    if (own === undefined) bySeat.set(key, [time])
    else own.push(time)
  }
  return turnLog.map(({ episode, agent }) => {
    const time = bySeat.get(`${episode} ${agent}`)?.shift()
    return time === undefined ? [played, played] : [time.asked, time.asked + time.milliseconds]
  })
}

function turnsOfBatch({ turnLog, waits, trajectories, players }: BatchResult, arm: RunArm, step: number, possible: readonly string[]): StepTurns {
  const seats = new Map(trajectories.map(({ episode, agent }, index) => [`${episode} ${agent}`, players[index]?.name ?? '']))
  return {
    step,
    arm: arm.name,
    agents: possible,
    turns: turnLog.map((entry) => turnRecord(entry, seats.get(`${entry.episode} ${entry.agent}`) ?? '')),
    waits,
  }
}
