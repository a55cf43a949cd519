import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../base/json.ts'
import { createRng } from '../../base/random.ts'
import { createAecFace } from '../faces/aec-face.ts'
import { createPlay } from '../play.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { type GomokuDefinition, type GomokuState, gomoku, gomokuBoard } from './gomoku.ts'
import type { GomokuConfig } from './settings.ts'

const configOf = (definition: GomokuDefinition, input: Json): GomokuConfig => {
  const parsed = definition.parseConfig(input)
  if (!parsed.ok) throw parsed.error
  return parsed.value
}
const play = (definition: GomokuDefinition, input: Json, seed = 1) =>
  createPlay(definition, { config: configOf(definition, input), split: 'train', start: createRng([seed, 1]), chance: createRng([seed, 2]) })

describe('gomoku', () => {
  const levels: readonly [GomokuDefinition, Json, number][] = [
    [gomoku, {}, 20],
    [gomoku, { opponent: 'none', opening: 3 }, 20],
    [gomoku, { policy: 'O', opponent: 'random', rewards: 'paper' }, 20],
    [gomoku, { opponent: 'minimax', depth: 1, opening: 6, size: 5, inLine: 3 }, 20],
    [gomoku, { opponent: 'none', size: 15, inLine: 5 }, 2],
    [gomokuBoard, {}, 20],
    [gomokuBoard, { opponent: 'none', size: 15, rewards: 'unit' }, 2],
  ]
  for (const [definition, config, plays] of levels) {
    it(`keeps the contract: ${definition.spec.id} ${JSON.stringify(config)}`, () => {
      const report = checkEnvironment(definition, { plays, config })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    })
  }

  it('starts with the agent to move, whoever begins and however many stones stand there', () => {
    const settings = fc.record({
      size: fc.integer({ min: 5, max: 9 }),
      inLine: fc.integer({ min: 3, max: 5 }),
      opening: fc.integer({ min: 0, max: 6 }),
      policy: fc.constantFrom('X', 'O'),
      opponent: fc.constantFrom('none', 'random', 'rules', 'minimax'),
      depth: fc.constant(1),
    })
    fc.assert(
      fc.property(settings, fc.nat(), (input, seed) => {
        const config = configOf(gomoku, input)
        const state = gomoku.init(config, 'train', createRng([seed, 9]))
        const mover = state.moves.length % 2 === 0 ? 'X' : 'O'
        expect(gomoku.turn(state)).toEqual([mover])
        expect(state.result).toBe(null)
        expect(gomoku.agents(state)).toEqual(input.opponent === 'none' ? ['X', 'O'] : [input.policy])
        if (input.opponent !== 'none') expect(mover).toBe(input.policy)
        expect(state.moves.length).toBeLessThanOrEqual(input.opening + (input.opponent === 'none' ? 0 : 1))
        expect(new Set(state.moves).size).toBe(state.moves.length)
      }),
    )
  })

  it('tells a policy the game as one growing list of moves, its own in the colour it plays', () => {
    const game = play(gomoku, { opponent: 'random', policy: 'X' })
    let text = game.prompt('X')
    expect(text).toBe('\n6x6,4:')
    game.submit({ X: 'c3 ' })
    text += `c3 ${game.prompt('X')}`
    expect(text).toMatch(/^\n6x6,4:c3 [A-F][1-6] $/)
    const second = play(gomoku, { opponent: 'random', policy: 'O' })
    expect(second.prompt('O')).toMatch(/^\n6x6,4:[a-f][1-6] $/)
  })

  it('gives two agents each what the other has played', () => {
    const game = play(gomoku, { opponent: 'none' })
    expect(game.waiting()).toEqual(['X'])
    game.submit({ X: 'c3 ' })
    expect(game.prompt('O')).toBe('\n6x6,4:c3 ')
    game.submit({ O: 'D4 ' })
    expect(game.prompt('X')).toBe('D4 ')
    game.submit({ X: 'c4 ' })
    expect(game.prompt('O')).toBe('c4 ')
  })

  it('pays by settings, and a text that is no legal move costs what they say', () => {
    const cases: [GomokuDefinition, Json, string, number, string | undefined][] = [
      [gomoku, {}, 'g1 ', 0, 'parse_error'],
      [gomoku, {}, 'C3 ', 0, 'parse_error'],
      [gomoku, {}, 'c3', 0, 'parse_error'],
      [gomoku, { rewards: 'paper' }, 'nonsense', -10, 'parse_error'],
      [gomokuBoard, {}, 'no tag', -1, undefined],
      [gomokuBoard, {}, '<move>9,0</move>', -1, undefined],
      [gomokuBoard, {}, 'I think <MOVE> 4 , 4 </move>', 0, undefined],
      [gomokuBoard, { rewards: 'unit' }, 'no tag', 0, 'parse_error'],
    ]
    for (const [definition, config, text, reward, stop] of cases) {
      const update = play(definition, config).submit({ X: text })
      expect([text, update.rewards['X'], update.stop]).toEqual([text, reward, stop])
    }
    const game = play(gomoku, { opponent: 'none', rewards: 'paper' })
    for (const [index, move] of ['a1', 'A2', 'b1', 'B2', 'c1', 'C2'].entries()) game.submit({ [index % 2 === 0 ? 'X' : 'O']: `${move} ` })
    expect(game.submit({ X: 'c2 ' })).toMatchObject({ stop: 'illegal_action' })
    const won = play(gomoku, { opponent: 'none', rewards: 'paper' })
    for (const [index, move] of ['a1', 'A2', 'b1', 'B2', 'c1', 'C2'].entries()) won.submit({ [index % 2 === 0 ? 'X' : 'O']: `${move} ` })
    expect(won.submit({ X: 'd1 ' })).toMatchObject({ stop: 'completed', rewards: { X: 10, O: -10 }, metrics: { winX: 1, winO: 0, draw: 0 } })
  })

  it('ends a full board without a line as a draw', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => seed).flatMap((seed) => {
      const face = createAecFace(gomoku, configOf(gomoku, { opponent: 'none', size: 5, inLine: 5 }))
      face.reset(seed)
      const rng = createRng([seed, 4])
      let last = face.last()
      while (!last.terminated) {
        const legal = gomoku.legalActions(face.state() as GomokuState, face.agentSelection())
        if (legal.kind === 'list') face.step(legal.actions[rng.integer(legal.actions.length)] ?? null)
        last = face.last()
      }
      const state = face.state() as GomokuState
      return state.result === 'draw' ? [{ moves: state.moves.length, reward: last.reward }] : []
    })
    expect(drawn.length).toBeGreaterThan(10)
    for (const { moves, reward } of drawn) expect([moves, reward]).toEqual([25, 0.3])
  })

  it('draws the board in words, and draws it again after a refused move', () => {
    const game = play(gomokuBoard, { size: 5, opponent: 'none' })
    const first = game.prompt('X')
    expect(first).toContain('The board is empty.\n  0 1 2 3 4\n0 . . . . .\n')
    game.submit({ X: '<move>1,2</move>' })
    expect(game.prompt('O')).toContain('You play gomoku as O against X on a board of 5 by 5: 5 in a row')
    expect(game.prompt('O')).toContain("The last move is X's: 1,2.\n  0 1 2 3 4\n0 . . . . .\n1 . . X . .\n")
    const before = game.prompt('O')
    game.submit({ O: '<move>1,2</move>' })
    expect(game.prompt('O')).toBe(before)
    expect(gomokuBoard.parse(gomokuBoard.format('C2'), gomokuBoard.observe(game.state() as GomokuState, 'O'))).toEqual({ ok: true, value: 'C2' })
  })

  it('reads a position that a person types, and says what is wrong with one', () => {
    const read = gomoku.readTask?.('c4 D3  d4 C3 ')
    expect(read?.ok === true && gomoku.turn(read.value)).toEqual(['X'])
    for (const text of ['c4', 'C4 d3', 'c4 D9', 'c4 C4', 'a1 A2 b1 B2 c1 C2 d1 D2', 'hello']) expect(gomoku.readTask?.(text).ok).toBe(false)
    expect(gomoku.readTask?.('').ok).toBe(true)
  })
})
