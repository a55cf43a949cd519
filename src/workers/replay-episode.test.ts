import { describe, expect, it } from 'vitest'
import { assert } from '../base/assert.ts'
import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { findEnvironment } from '../environments/registry.ts'
import type { RunSpec } from '../record/spec.ts'
import { parseRunSpec } from '../record/spec-schema.ts'
import type { StepTurns } from '../record/step-turns.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { runTraining } from '../training/run-training.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { createFakeService } from '../training/testing/fake-service.ts'
import type { ModelText } from './load-tokenizer.ts'
import { believeRecorded } from './recorded-position.ts'
import { lastBoards, replayEpisode } from './replay-episode.ts'

/** Two steps of a random policy, and the turns that the record keeps of them. */
async function played(id: string, config: Record<string, Json> = {}): Promise<{ readonly spec: RunSpec; readonly steps: readonly StepTurns[] }> {
  const spec = unwrap(
    parseRunSpec({
      steps: 2,
      environment: { id, config },
      rollout: { groups: 2, groupSize: 2, maxTokensPerTurn: 8, maxTokensPerEpisode: 120 },
      evaluation: { problems: 2 },
      controls: ['random'],
    }),
  )
  const steps: StepTurns[] = []
  let time = 0
  await runTraining({
    spec,
    service: createFakeService(),
    tokenizer: asciiTokenizer,
    environment: unwrap(findEnvironment(id)),
    clock: () => (time += 1),
    emit: (body, blob) => {
      if (body.kind === 'turns' && blob !== undefined) steps.push(unwrap(decodeTurns(blob.bytes)))
    },
  })
  return { spec, steps }
}
const episodesOf = ({ turns }: StepTurns): readonly number[] => [...new Set(turns.map(({ episode }) => episode))]

describe('the replay of a recorded episode', () => {
  for (const [id, config] of [
    ['gomoku-v1', {}],
    ['tictactoe-v1', { opponent: 'none', opening: 2 }],
    ['harvest-v1', { turns: 4 }],
  ] as const)
    it(`has a board for every turn, with the verdicts and rewards of the record: ${id}`, async () => {
      const { spec, steps } = await played(id, config)
      let frames = 0
      for (const step of steps)
        for (const episode of episodesOf(step)) {
          const turns = step.turns.filter((turn) => turn.episode === episode)
          const replay = replayEpisode({ spec, step: step.step, episode, turns })
          expect(replay?.departs).toBe(null)
          expect(replay?.frames.flatMap((frame) => frame.turns)).toEqual(turns)
          frames += replay?.frames.length ?? 0
        }
      expect(frames).toBeGreaterThan(2 * steps.length)
    })

  it('gives the last board of every episode of a step at once, for a wall', async () => {
    const { spec, steps } = await played('tictactoe-v1', { opponent: 'none', opening: 2 })
    for (const step of steps) {
      const boards = lastBoards({ spec, step: step.step, turns: step.turns })
      expect(boards.map(({ episode }) => episode)).toEqual(episodesOf(step).toSorted((a, b) => a - b))
      for (const { episode, scene, departs } of boards) {
        const replay = replayEpisode({ spec, step: step.step, episode, turns: step.turns.filter((turn) => turn.episode === episode) })
        const last = replay?.frames.at(-1)?.scene
        expect(last?.kind === 'grid' && { ...last, points: [] }).toEqual(scene)
        expect(departs).toBe(false)
      }
    }
    const sums = await played('arithmetic-v1')
    expect(lastBoards({ spec: sums.spec, step: 1, turns: sums.steps[0]?.turns ?? [] })).toEqual([])
  })

  it('lets a policy be asked about any of its positions, with the numbers that were recorded when it wrote', async () => {
    const { spec, steps } = await played('tictactoe-v1', { opponent: 'none', opening: 2 })
    const step = steps.find(({ turns }) => turns.filter(({ verdict }) => verdict === 'accepted').length > 4)
    const episode = step?.turns[0]?.episode ?? 0
    const turns = step?.turns.filter((turn) => turn.episode === episode) ?? []
    const text = { tokenizer: asciiTokenizer, config: { contextTokens: 64 } } as unknown as ModelText
    const request = { modelUrl: '', engine: new MessageChannel().port1, player: { kind: 'base' }, spec, step: step?.step ?? 1, episode } as const
    for (let wave = 0; wave < turns.length; wave++) {
      const belief = await believeRecorded({ ...request, turns: turns.slice(0, wave) }, createFakeService(), text)
      expect(belief?.agent).toBe(turns[wave]?.agent)
      expect(belief?.actions.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5)
      if (turns[wave]?.verdict === 'accepted') expect(belief?.actions.map(({ action }) => action)).toContain(JSON.parse(turns[wave]?.action ?? '""'))
    }
    request.engine.close()
  })

  it('says where it departs when the record does not belong to the spec', async () => {
    const { spec, steps } = await played('tictactoe-v1', { opponent: 'none', opening: 0 })
    const step = steps.find(({ turns }) => turns.some(({ verdict }) => verdict === 'accepted'))
    const first = step?.turns.find(({ verdict }) => verdict === 'accepted')
    assert(step !== undefined && first !== undefined, 'somebody played a move')
    const turns = step.turns.filter(({ episode }) => episode === first.episode)
    const forged = [first, { ...first, agent: 'O', wave: first.wave + 1, action: first.action.replace(/[a-c]/, (letter) => letter.toUpperCase()) }]
    expect(replayEpisode({ spec, step: step.step, episode: first.episode, turns: forged })?.departs).toMatch(/is illegal_action now, and was accepted/)
    const rich = turns.map((turn) => ({ ...turn, rewards: { ...turn.rewards, X: 7 } }))
    expect(replayEpisode({ spec, step: step.step, episode: first.episode, turns: rich })).toMatchObject({ departs: 'X earns 0 now, and earned 7' })
  })

  it('is none where there is no board', async () => {
    const { spec, steps } = await played('arithmetic-v1')
    const [step] = steps
    expect(replayEpisode({ spec, step: 1, episode: 0, turns: step?.turns ?? [] })).toBe(null)
  })
})
