import { describe, expect, it } from 'vitest'
import { ok } from '../base/result.ts'
import type { GridScene } from '../environments/scene.ts'
import { countingGame } from '../environments/testing/counting.ts'
import { asciiTokenizer } from '../training/testing/ascii-tokenizer.ts'
import type { HandRequest, HandView } from './hand-api.ts'
import { openHandEpisode } from './hand-episode.ts'
import type { ModelText } from './load-tokenizer.ts'

const text = { tokenizer: asciiTokenizer, config: { contextTokens: 64 } } as unknown as ModelText
const request = (change: Partial<HandRequest> = {}): HandRequest => ({
  ...{ modelUrl: '', environment: { id: 'arithmetic-v1', config: {} }, task: { kind: 'written', text: '2+3' } },
  ...{ maxTokensPerTurn: 4, maxTokensPerEpisode: 32 },
  ...change,
})
const counting = (options: Parameters<typeof countingGame>[0] = {}) =>
  openHandEpisode(request({ environment: { id: 'counting-v1', config: { rounds: 2 } }, task: { kind: 'heldOut', number: 1 } }), text, null, () =>
    ok(countingGame(options)),
  )

const gridOf = ({ scene }: HandView): GridScene => (scene?.kind === 'grid' ? scene : expect.fail('there is no board'))

describe('an episode played by hand', () => {
  it('shows the prompt as context, takes an answer, and says what it earned', async () => {
    const episode = await openHandEpisode(request(), text)
    const before = episode.view()
    expect(before.agents).toMatchObject([{ agent: 'solver', state: 'GENERATING', reward: 0 }])
    expect(before.agents[0]?.tokens.map((token) => token.text).join('')).toBe('\n2+3=')
    expect(before.agents[0]?.tokens.every(({ state, mask }) => state === 'PENDING' && mask === 0)).toBe(true)
    expect(before.seats).toMatchObject([{ agent: 'solver', room: 4, legal: null, expected: '5' }])
    const after = await episode.write({ solver: '5' })
    expect(after.seats).toEqual([])
    expect(after.turns).toEqual([{ agent: 'solver', text: '5', verdict: 'accepted', reason: null, rewards: { solver: 1 }, wave: 0 }])
    expect(after.agents).toMatchObject([{ state: 'TERMINATED', stop: 'completed', reward: 1 }])
    // Nobody sampled it, so nobody would be trained on it.
    expect(after.agents[0]?.tokens.slice(-2)).toEqual([
      { text: '5', state: 'GENERATING', mask: 0 },
      { text: '\n', state: 'GENERATING', mask: 0 },
    ])
  })

  it('goes turn by turn, lists what is legal, and passes the turn', async () => {
    const episode = await counting({ agents: ['a', 'b'] })
    expect(episode.view().seats).toMatchObject([{ agent: 'a', legal: ['0', '1', '2', '3', '4', '5', '6', '8', '9'] }])
    const second = await episode.write({ a: '4' })
    expect(second.seats.map(({ agent }) => agent)).toEqual(['b'])
    expect(second.turns.at(-1)?.rewards).toMatchObject({ a: 4 })
    expect((await episode.write({ b: '9' })).agents.map(({ reward, stop }) => [reward, stop])).toEqual([
      [4, 'completed'],
      [9, 'completed'],
    ])
  })

  it('says of an illegal or unreadable answer what it is and what it cost', async () => {
    expect(await (await counting()).write({ counter: '7' })).toMatchObject({
      turns: [{ verdict: 'illegal_action' }],
      agents: [{ stop: 'illegal_action', reward: -1 }],
    })
    expect(await (await counting()).write({ counter: 'x' })).toMatchObject({ turns: [{ verdict: 'parse_error' }], agents: [{ stop: 'parse_error' }] })
  })

  it('gives the other sides to a master, before the person too, and shows the board', async () => {
    for (const side of [0, 1]) {
      const episode = await openHandEpisode(
        request({ environment: { id: 'tictactoe-v1', config: {} }, task: { kind: 'heldOut', number: 3 }, side, maxTokensPerEpisode: 60 }),
        text,
      )
      const me = side === 0 ? 'X' : 'O'
      let now = episode.view()
      expect(gridOf(now).pieces).toHaveLength(side)
      while (now.seats.length > 0) {
        expect(now.seats.map(({ agent }) => agent)).toEqual([me])
        const [point] = gridOf(now).points
        now = await episode.write({ [me]: point?.action ?? '' })
        expect(gridOf(now).pieces.some(({ cell, mark }) => cell === point?.cell && mark === me)).toBe(true)
      }
      expect(now.turns.every(({ verdict }) => verdict === 'accepted')).toBe(true)
      // The master never loses this game.
      expect(now.agents.find(({ agent }) => agent === me)?.reward).toBeLessThan(1)
      expect(now.scene?.caption).toMatch(/has won|A draw/)
    }
  })

  it('waits for everybody who moves at once', async () => {
    const episode = await counting({ agents: ['a', 'b'], simultaneous: true })
    await expect(episode.write({ a: '1' })).rejects.toThrow('b has not written')
    expect((await episode.write({ a: '1', b: '2' })).turns).toHaveLength(2)
  })
})
