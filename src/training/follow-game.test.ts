import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { countingGame } from '../environments/testing/counting.ts'
import type { RunEventBody } from '../record/events.ts'
import type { LiveGame } from '../record/live-game.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { StepTurns } from '../record/step-turns.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { runTraining } from './run-training.ts'
import { asciiTokenizer } from './testing/ascii-tokenizer.ts'
import { createFakeService } from './testing/fake-service.ts'

const SPEC = unwrap(
  parseRunSpec({
    steps: 2,
    environment: { id: 'counting-v1', config: { rounds: 3 } },
    rollout: { groups: 2, groupSize: 3, maxTokensPerEpisode: 64 },
    evaluation: { problems: 2 },
    controls: ['frozen'],
  }),
)

async function watched(place: (told: readonly LiveGame[]) => number | null) {
  const [games, recorded, digests]: [LiveGame[], StepTurns[], string[]] = [[], [], []]
  let time = 0
  const emit = (body: RunEventBody, blob?: { readonly bytes: Uint8Array<ArrayBuffer> }): void => {
    if (body.kind === 'turns' && body.ref.arm === 'policy' && blob !== undefined) recorded.push(unwrap(decodeTurns(blob.bytes)))
    if (body.kind === 'finished') digests.push(body.summary.digest)
  }
  const onlooker = { place: () => place(games), tell: (game: LiveGame) => void games.push(game) }
  const service = createFakeService()
  await runTraining({ spec: SPEC, service, tokenizer: asciiTokenizer, environment: countingGame(), clock: () => (time += 5), emit, onlooker })
  return { games, recorded, digests }
}

describe('a game that is followed', () => {
  it('is told turn by turn, each time as far as it has come, and ends as it is recorded', async () => {
    const { games, recorded } = await watched(() => 1)
    for (const { step, turns } of recorded) {
      const own = games.filter((game) => game.step === step)
      const written = turns.filter(({ episode }) => episode === own[0]?.episode)
      expect(own.map((game) => game.turns.length)).toEqual(written.map((_, index) => index + 1))
      expect(own.at(-1)?.turns).toEqual(written)
      expect(own.map(({ over }) => over)).toEqual(written.map((_, index) => index === written.length - 1))
    }
    expect(new Set(games.map(({ step }) => step))).toEqual(new Set([1, 2]))
    expect(new Set(games.map(({ arm }) => arm))).toEqual(new Set(['policy']))
  })

  it('is told of whole by who begins to look in the middle of it, and nothing is told where nobody looks', async () => {
    let asked = 0
    const { games } = await watched(() => (asked++ < 7 ? null : 0))
    expect(games[0]?.turns.length).toBeGreaterThan(1)
    expect((await watched(() => null)).games).toEqual([])
  })

  it('changes nothing of the run', async () => {
    const [one, other] = [await watched(() => 0), await watched(() => null)]
    expect(one.digests).toHaveLength(1)
    expect(one.digests).toEqual(other.digests)
  })
})
