import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at } from '../../base/assert.ts'
import { createRng } from '../../base/random.ts'
import { unwrap } from '../../base/result.ts'
import { createPlay } from '../play.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { followColour, harvestByWaysLine, harvestForEightLine, harvestLine } from './corpus.ts'
import { type Board, DIRECTIONS, drawBoard, moveAll } from './grid.ts'
import { type Harvest, type HarvestState, harvest, harvestFor, harvestForEight, harvestForEightByWays } from './harvest.ts'

/** A board from rows: letters of COLOURS are items, digits are agents. */
function boardOf(...rows: readonly string[]): Board {
  const cells = rows.join('')
  const places = [...cells].flatMap((mark, cell) => (/\d/.test(mark) ? [{ agent: Number(mark), cell }] : [])).sort((a, b) => a.agent - b.agent)
  const items = [...cells].flatMap((mark, cell) => ('RGB'.includes(mark) ? [{ colour: 'RGB'.indexOf(mark), cell }] : []))
  return { size: rows.length, places: places.map(({ cell }) => cell), items }
}

const stateOf = (board: Board): HarvestState => ({ board, turn: 0, turns: 12, penalty: 0.2, seen: 3, own: 0, other: 0 })
const play = (environment: Harvest, colourOf: (agent: number) => number, randomMoves: number, games: number) => {
  let [own, other, steps] = [0, 0, 0]
  const agents = environment.spec.possibleAgents
  for (let game = 0; game < games; game++) {
    const rng = createRng([5, 7], game)
    const running = createPlay(environment, { config: unwrap(environment.parseConfig({})), split: 'train', start: rng.split(0), chance: rng.split(1) })
    while (running.stop() === undefined) {
      const state = running.state() as HarvestState
      running.submit(
        Object.fromEntries(
          running.waiting().map((agent) => [agent, `${followColour(state, agents.indexOf(agent), colourOf(agents.indexOf(agent)), randomMoves, rng)}\n`]),
        ),
      )
      steps++
    }
    const { own: taken, other: wrong } = running.state() as HarvestState
    own += taken / agents.length / games
    other += wrong / agents.length / games
  }
  return { own, other, steps }
}

describe('harvest', () => {
  it('keeps the contract with three, five and eight agents', () => {
    const five = harvestFor(5, 'harvest-5-v1', { size: 7, items: 2, turns: 12, penalty: 0.2, seen: 4 })
    for (const [environment, plays] of [
      [harvest, 5],
      [five, 2],
      [harvestForEight, 1],
      [harvestForEightByWays, 1],
    ] as const) {
      const report = checkEnvironment(environment, { plays })
      expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
    }
  })

  it('shows the nearest item of each colour from where an agent stands, and nothing else', () => {
    const state = stateOf(boardOf('..R..', '.0...', 'G..1.', '..2B.', 'R....'))
    expect(harvest.prompt(harvest.observe(state, 'red'), 'red')).toBe('\nRe1n1Gw1s1Be2s2>')
    expect(harvest.prompt(harvest.observe({ ...state, turn: 3 }, 'green'), 'green')).toBe('Rw1n2Gw3n0Be0s1>')
  })

  it('tells ways in the second version: the longer leg to the nearest item of each colour', () => {
    const state = stateOf(boardOf('..R..', '.0...', 'G..1.', '..2B.', 'R....'))
    const byWays = harvestForEightByWays
    expect(byWays.prompt(byWays.observe(state, 'red'), 'red')).toBe('\nReGwBe>')
    expect(byWays.prompt(byWays.observe({ ...state, turn: 3 }, 'green'), 'green')).toBe('RnGwBs>')
  })

  it('moves in the order of the agents: a cell that one has just left is free, one just entered is not', () => {
    const next = (board: Board, ...directions: readonly ('n' | 's' | 'e' | 'w')[]) => moveAll(board, directions, createRng([1, 2])).board.places
    const row = boardOf('01...', '.....', '.....', '....2', '.....')
    expect(next(row, 'e', 'e', 'n')).toEqual([0, 2, 14])
    expect(next(boardOf('10...', '.....', '.....', '....2', '.....'), 'e', 'e', 'n')).toEqual([2, 1, 14])
    expect(next(row, 'n', 'n', 'e')).toEqual([0, 1, 19])
  })

  it('pays the own colour, charges another one, and puts the item back on a free cell', () => {
    const state = stateOf(boardOf('0R...', '1B...', '.....', '....2', '.....'))
    const { state: after, rewards, metrics } = harvest.step(state, { red: 'e', green: 'e', blue: 'w' }, createRng([3, 4]))
    expect(rewards).toEqual({ red: 1, green: -0.2, blue: 0 })
    expect(metrics).toEqual({ own: 1 / 3, other: 1 / 3, taken: 2 / 3 })
    expect(after.board.items.map(({ colour }) => colour)).toEqual([0, 2])
    for (const { cell } of after.board.items) expect([...after.board.places, 1, 6]).not.toContain(cell)
    expect(harvest.accountRewards?.(state, after)).toEqual(rewards)
  })

  it('keeps agents and items on distinct cells and their numbers constant, whatever is played', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.array(fc.constantFrom(...DIRECTIONS), { minLength: 4, maxLength: 4 }), { maxLength: 30 }), (seed, turns) => {
        const rng = createRng([seed, 9])
        let board = drawBoard(4, 4, 2, rng)
        for (const directions of turns) {
          const before = board
          const moved = moveAll(board, directions, rng)
          board = moved.board
          const cells = [...board.places, ...board.items.map(({ cell }) => cell)]
          expect(new Set(cells).size).toBe(cells.length)
          expect(board.items.map(({ colour }) => colour).sort()).toEqual(before.items.map(({ colour }) => colour).sort())
          expect(moved.taken.filter((colour) => colour !== null).length).toBe(board.items.filter((item) => !before.items.includes(item)).length)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('rewards whoever follows its own colour, and no one else', () => {
    const own = play(harvest, (agent) => agent, 0, 24)
    const swapped = play(harvest, (agent) => (agent + 1) % 3, 0, 24)
    expect(own.own).toBeGreaterThan(3.8)
    expect(own.other).toBeLessThan(1.5)
    expect(swapped.own).toBeLessThan(1)
    expect(play(harvestForEight, (agent) => agent, 0, 5).own).toBeGreaterThan(play(harvestForEight, () => -1, 0, 5).own + 0.8)
  })
})

describe('the text of harvest', () => {
  it('is the transcript of one agent: views and moves in turn, as long as the settings make it', () => {
    const three = harvestLine(createRng([1, 1]))
    expect(three).toMatch(/^\n(R[ew]\d[ns]\dG[ew]\d[ns]\dB[ew]\d[ns]\d>[nsew]\n){12}$/)
    const eight = harvestForEightLine(createRng([1, 1]))
    expect(eight).toMatch(/^\n(([RGBYOPTL][ew]\d[ns]\d){4}>[nsew]\n){16}$/)
    expect(harvestByWaysLine(createRng([1, 1]))).toMatch(/^\n((R[nsew]G[nsew]B[nsew]Y[nsew]O[nsew]P[nsew]T[nsew]L[nsew])>[nsew]\n){16}$/)
    expect(harvestLine(createRng([1, 1]))).toBe(three)
    expect(harvestLine(createRng([1, 2]))).not.toBe(three)
  })

  it('follows each colour about equally often: nothing in it tells whose colour is whose', () => {
    const rng = createRng([2, 3])
    const counts = { R: 0, G: 0, B: 0 }
    for (let i = 0; i < 300; i++) {
      const views = [...harvestLine(rng).matchAll(/R([ew])(\d)([ns])(\d)G([ew])(\d)([ns])(\d)B([ew])(\d)([ns])(\d)>([nsew])/g)]
      const score = ['R', 'G', 'B'].map((_, colour) => views.filter((view) => [view[1 + 4 * colour], view[3 + 4 * colour]].includes(at(view, 13))).length)
      const best = score.indexOf(Math.max(...score))
      counts[at(['R', 'G', 'B'] as const, best)]++
    }
    for (const count of Object.values(counts)) expect(count / 300).toBeGreaterThan(0.22)
  })
})
