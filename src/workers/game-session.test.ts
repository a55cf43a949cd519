import { describe, expect, it } from 'vitest'
import { unwrap } from '../base/result.ts'
import { findEnvironment } from '../environments/registry.ts'
import { createTrieCompiler } from '../episode/action-trie.ts'
import { beliefAt } from '../games/belief.ts'
import { gamePlan } from '../games/game-plan.ts'
import { keepGame } from '../games/game-record.ts'
import { policyPlayer, scriptedPlayer } from '../games/players.ts'
import { createGameSession, type GameSession } from '../games/session.ts'
import { specOfGame } from '../record/game-spec.ts'
import { decodeTokens } from '../record/token-blob.ts'
import { decodeTurns } from '../record/turn-blob.ts'
import { BASE_SNAPSHOT } from '../service/index.ts'
import { trainingPlans } from '../training/rollout.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import { createFakeService } from '../training/testing/fake-service.ts'
import { replayEpisode } from './replay-episode.ts'

const definition = unwrap(findEnvironment('tictactoe-v1'))
const config = unwrap(definition.parseConfig({ opponent: 'none', opening: 2 }))
const service = createFakeService()
const policy = (seed: number) =>
  policyPlayer({ service, snapshot: { id: BASE_SNAPSHOT, hash: 'base', version: 0 }, name: 'base', seed, temperature: 1, stopTokens: [32] })

function session(seed: number, person: 'X' | 'O' | null, against = policy(seed) as ReturnType<typeof policy> | ReturnType<typeof scriptedPlayer>): GameSession {
  return createGameSession({
    ...{ definition, config, split: 'heldOut', tokenizer: asciiTokenizer, plan: () => gamePlan(seed) },
    budget: { maxTokensPerTurn: 8, maxTokensPerEpisode: 64, contextTokens: 64 },
    masks: createTrieCompiler(asciiTokenizer),
    playerOf: (agent) => (agent === person ? null : against),
  })
}
const legalOf = ({ now, waiting }: GameSession): string => {
  const [seat] = waiting()
  if (seat === undefined) return ''
  const { legal } = now().host.seatTurn(seat)
  return legal.kind === 'list' ? definition.format(legal.actions[0] ?? '').trim() : ''
}
async function playToEnd(game: GameSession, person: string): Promise<readonly string[]> {
  await game.settle()
  while (game.waiting().length > 0) await game.write({ [person]: legalOf(game) })
  return game.turns().map(({ agent, text }) => `${agent} ${text}`)
}

describe('a game against a policy', () => {
  it('is played to the end on either side, turn by turn, all moves legal', async () => {
    for (const person of ['X', 'O'] as const) {
      const game = session(4, person)
      const turns = await playToEnd(game, person)
      expect(turns.length).toBeGreaterThan(2)
      expect(game.turns().every(({ verdict }) => verdict?.kind === 'accepted')).toBe(true)
      expect(game.now().host.over()).toBe(true)
      expect(turns.every((turn, index) => index === 0 || turn[0] !== turns[index - 1]?.[0])).toBe(true)
      // What the policy sampled could be trained on, what the person wrote could not.
      for (const { identity, soFar } of game.now().host.machines()) expect(soFar().lossMask.includes(1)).toBe(identity.agent !== person)
    }
  })

  it('answers alike when a move is taken back and played again, and the same under the same seed', async () => {
    const game = session(7, 'X')
    await game.settle()
    await game.write({ X: legalOf(game) })
    const first = game.turns().map(({ text }) => text)
    const agents = JSON.stringify(
      game
        .now()
        .host.machines()
        .map((machine) => [...machine.soFar().tokens]),
    )
    expect(game.canUndo()).toBe(true)
    game.undo()
    expect(game.turns().length).toBeLessThan(first.length)
    expect(game.canUndo()).toBe(false)
    await game.write({ X: legalOf(game) })
    expect(game.turns().map(({ text }) => text)).toEqual(first)
    expect(
      JSON.stringify(
        game
          .now()
          .host.machines()
          .map((machine) => [...machine.soFar().tokens]),
      ),
    ).toBe(agents)
    expect(await playToEnd(session(7, 'X'), 'X')).toEqual(await playToEnd(session(7, 'X'), 'X'))
  })

  it('goes back by one turn of the person, also from the end', async () => {
    const game = session(4, 'O')
    const turns = await playToEnd(game, 'O')
    game.undo()
    expect(game.waiting().map(({ agent }) => agent)).toEqual(['O'])
    expect(game.turns().length).toBe(turns.findLastIndex((turn) => turn.startsWith('O')))
  })
})

describe('a scripted opponent', () => {
  it('plays what it is called, and an unknown one is refused by name', async () => {
    // Nobody beats the solver.
    for (let seed = 1; seed <= 6; seed++) {
      const game = session(seed, 'X', scriptedPlayer(definition, 'solver', seed))
      await playToEnd(game, 'X')
      const [x] = game.now().host.machines()
      expect(x?.soFar().totalReward).toBeLessThan(1)
    }
    expect(() => scriptedPlayer(definition, 'oracle', 1)).toThrow('no scripted player oracle')
  })
})

describe('what the policy believes', () => {
  const asked = { service, snapshot: BASE_SNAPSHOT, temperature: 1, masked: true, contextTokens: 64 }

  it('shares 1 among the legal actions, and is the probability with which they are sampled', async () => {
    const game = session(4, 'X')
    await game.settle()
    const belief = await beliefAt(game.setting, game.now(), asked)
    const { legal } = game.now().host.seatTurn(game.waiting()[0] ?? { writer: 'X', place: 'X', granted: true })
    expect(belief?.actions.map(({ action }) => action).sort()).toEqual((legal.kind === 'list' ? legal.actions : []).map(String).sort())
    expect(belief?.actions.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5)
    expect(belief?.actions.every(({ probability }, i, all) => i === 0 || probability <= (all[i - 1]?.probability ?? 0))).toBe(true)
    // What O then samples was recorded with the logprobs that the belief before its turn is made of.
    await game.write({ X: legalOf(game) })
    const wave = game.turns().findLastIndex(({ agent }) => agent === 'O')
    const before = await beliefAt(game.setting, game.at(wave), asked)
    const { host } = game.at(game.waves())
    host.cancel()
    const o = host.trajectories().find(({ agent }) => agent === 'O')
    const sampled = [...(o?.samplingLogprobs ?? [])].filter((_, place) => o?.lossMask[place] === 1)
    const logprob = sampled.slice(-(game.turns()[wave]?.tokens ?? 0)).reduce((sum, value) => sum + value, 0)
    expect(before?.agent).toBe('O')
    expect(before?.actions.find(({ action }) => action === game.turns()[wave]?.text)?.probability).toBeCloseTo(Math.exp(logprob), 6)
  })

  it('leaves a rest to other texts where nothing is masked, and is silent when the game is over', async () => {
    const game = session(4, 'X')
    await game.settle()
    const free = await beliefAt(game.setting, game.now(), { ...asked, masked: false })
    expect(free?.elsewhere).toBeGreaterThan(0.01)
    await playToEnd(game, 'X')
    expect(await beliefAt(game.setting, game.now(), asked)).toBe(null)
    expect(await beliefAt(game.setting, session(4, 'X').now(), { ...asked, contextTokens: 4 })).toBe(null)
  })
})

describe('a game that is kept', () => {
  it('starts as the first episode of its spec does, and is played again from it, move by move', async () => {
    const game = session(11, 'X')
    await playToEnd(game, 'X')
    const kept = await keepGame(game, (agent) => (agent === 'X' ? 'human' : 'base'))
    const spec = specOfGame({
      ...{ base: 'boards', environment: { id: 'tictactoe-v1', config: { opponent: 'none', opening: 2 } }, seed: 11, temperature: 0, actionMask: true },
      ...{ maxTokensPerTurn: 8, maxTokensPerEpisode: 64 },
    })
    expect(trainingPlans(spec, 1)[0]?.start.uint32()).toBe(gamePlan(11).start.uint32())
    const turns = unwrap(decodeTurns(kept.turns))
    expect(turns.turns.map(({ player }) => player)).toEqual(game.turns().map(({ agent }) => (agent === 'X' ? 'human' : 'base')))
    const replay = replayEpisode({ spec, step: 1, episode: 0, turns: turns.turns })
    expect(replay?.departs).toBe(null)
    expect(replay?.frames).toHaveLength(game.waves() + 1)
    expect(replay?.frames.at(-1)?.scene.caption).toMatch(/won|draw/)
    const { episodes } = unwrap(decodeTokens(kept.tokens))
    expect(episodes).toHaveLength(2)
    expect(kept.actions).toEqual(game.turns().map(({ agent, text }) => [agent, text]))
  })

  it('may be unfinished: it is kept as it stands', async () => {
    const game = session(11, 'X')
    await game.settle()
    await game.write({ X: legalOf(game) })
    const { episodes } = unwrap(decodeTokens((await keepGame(game, () => 'x')).tokens))
    expect(episodes.map(({ trajectory }) => trajectory.stop)).toEqual(['cancelled', 'cancelled'])
    expect(game.now().host.over()).toBe(false)
  })
})
