import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../base/hash.ts'
import { unwrap } from '../base/result.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { runTraining } from './run-training.ts'
import type { TokenBytes } from './setting.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

const SPEC = unwrap(
  parseRunSpec({
    steps: 2,
    environment: { id: 'counting-v1', config: { rounds: 2 } },
    rollout: { groups: 2, groupSize: 3 },
    evaluation: { problems: 2 },
    controls: ['frozen'],
  }),
)

async function told(tick: number) {
  const events: { readonly body: RunEventBody; readonly blob: TokenBytes | undefined }[] = []
  let time = 0
  const emit = (body: RunEventBody, blob?: TokenBytes): void => void events.push({ body, blob })
  await runTraining({ spec: SPEC, service: createFakeService(), tokenizer: asciiTokenizer, environment: countingGame(), clock: () => (time += tick), emit })
  return events.flatMap(({ body, blob }) => {
    if (body.kind !== 'turns' || blob === undefined) return []
    const of = events.find((one) => one.body.kind === 'tokens' && one.body.ref.step === body.ref.step && one.body.ref.arm === body.ref.arm)
    return [{ body, blob, turns: unwrap(decodeTurns(blob.bytes)), tokens: unwrap(decodeTokens(of?.blob?.bytes ?? new Uint8Array())) }]
  })
}

describe('the turns of a step', () => {
  it('are told of every step and arm, with the tokens and rewards that the trajectories have', async () => {
    const steps = await told(5)
    expect(steps.map(({ body }) => `${body.ref.arm} ${body.ref.step}`)).toEqual(['policy 1', 'frozen 1', 'policy 2', 'frozen 2'])
    for (const { body, blob, turns, tokens } of steps) {
      expect(blob.arm).toBe(`turns-${body.ref.arm}`)
      expect(body.ref).toMatchObject({ turns: turns.turns.length, waits: turns.waits.length, bytes: blob.bytes.length, hash: await sha256Hex(blob.bytes) })
      const sampled = tokens.episodes.reduce((sum, { trajectory }) => sum + trajectory.lossMask.filter((bit) => bit === 1).length, 0)
      const rewards = tokens.episodes.reduce((sum, { trajectory }) => sum + trajectory.totalReward, 0)
      expect(turns.turns.reduce((sum, turn) => sum + turn.tokens, 0)).toBe(sampled)
      expect(turns.turns.reduce((sum, turn) => sum + Object.values(turn.rewards).reduce((all, one) => all + one, 0), 0)).toBeCloseTo(rewards, 9)
    }
  })

  it('come with spans that follow one another within the step, one for every wave', async () => {
    for (const { body, turns } of await told(5)) {
      const { rollout, updating, waves } = body.milliseconds
      const played = new Set(turns.turns.map(({ wave }) => wave))
      expect(new Set(waves.map(([wave]) => wave))).toEqual(played)
      const times = [rollout[0], ...waves.flatMap(([, asked, answered]) => [asked, answered]), rollout[1], ...(updating ?? [])]
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(updating === null).toBe(body.ref.arm === 'frozen')
    }
  })

  it('are the same bytes however long everything took', async () => {
    const [quick, slow] = [await told(1), await told(977)]
    expect(quick.map(({ body }) => body.ref)).toEqual(slow.map(({ body }) => body.ref))
    expect(quick.map(({ body }) => body.milliseconds)).not.toEqual(slow.map(({ body }) => body.milliseconds))
  })
})
