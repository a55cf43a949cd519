// A log of many agents, for the bench of the timeline: the frame of a real run, and turns that nobody played. It measures drawing and
// nothing else, so nothing in it may be read as a result.

import { assert } from '../../../src/base/assert.ts'
import { sha256Hex } from '../../../src/base/hash.ts'
import { type RunEvent, type RunEventBody, turnsOfArm } from '../../../src/record/events.ts'
import type { StepTurns } from '../../../src/record/step-turns.ts'
import { encodeTurns } from '../../../src/record/turn-blob.ts'
import { writeBundle } from '../../../src/share/bundle.ts'

export const LANES = 64
const [STEPS, EPISODES, WAVES, TOKENS] = [5, 8, 14, 3]
/** Milliseconds of a wave, and of the step after its last one. */
const [WAVE, REST] = [90, 400]

export const MADE_RUN = 'r64a9e5'
export const MADE_TOKENS = STEPS * EPISODES * LANES * WAVES * TOKENS

/** As a run bundle; `events` are those of a real run, whose first event and step lend their form. */
export async function manyLanes(events: readonly RunEvent[]): Promise<Uint8Array> {
  const started = events.find((event) => event.kind === 'started')
  const stepped = events.find((event) => event.kind === 'stepped')
  const finished = events.find((event) => event.kind === 'finished')
  assert(started !== undefined && stepped !== undefined && finished !== undefined, 'the run that lends its form is whole')
  const made: RunEvent[] = []
  const emit = (body: RunEventBody): void => void made.push({ ...body, run: MADE_RUN, seq: made.length })
  const tokens: { arm: ReturnType<typeof turnsOfArm>; step: number; content: Blob }[] = []
  emit(started)
  for (let step = 1; step <= STEPS; step++) {
    const turns = turnsOf(step)
    const bytes = new Uint8Array(encodeTurns(turns))
    tokens.push({ arm: turnsOfArm('policy'), step, content: new Blob([bytes]) })
    const played = WAVES * WAVE
    const spans = {
      rollout: [0, played] as const,
      updating: [played, played + REST] as const,
      waves: Array.from({ length: WAVES }, (_, wave) => [wave, wave * WAVE + 5, wave * WAVE + 70] as const),
    }
    const ref = { step, arm: 'policy' as const, turns: turns.turns.length, waits: turns.waits.length, bytes: bytes.length, hash: await sha256Hex(bytes) }
    emit({ kind: 'turns', ref, milliseconds: spans })
    emit({ ...stepped, arm: 'policy', step, milliseconds: { ...stepped.milliseconds, total: played + REST } })
  }
  emit(finished)
  return new Uint8Array(await (await writeBundle({ run: MADE_RUN, events: made, tokens, files: [] })).arrayBuffer())
}

function turnsOf(step: number): StepTurns {
  const agents = Array.from({ length: LANES }, (_, index) => `agent ${index + 1}`)
  const episodes = Array.from({ length: EPISODES }, (_, index) => (step - 1) * EPISODES + index)
  const waves = Array.from({ length: WAVES }, (_, index) => index)
  const at = waves.flatMap((wave) => episodes.map((episode) => ({ wave, episode, group: episode })))
  return {
    ...{ step, arm: 'policy', agents },
    turns: at.flatMap((place) =>
      agents.map((agent) => ({ ...place, agent, player: 'policy', version: step, tokens: TOKENS, verdict: 'accepted' as const, action: '"n"', rewards: {} })),
    ),
    waits: at.map((place) => ({ ...place, kind: 'simultaneous' as const, waiting: agents, for: agents, since: place.wave, until: place.wave + 1 })),
  }
}
