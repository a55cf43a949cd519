import { describe, expect, it } from 'vitest'
import { createRng } from '../../base/random.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { kuhnLine } from './corpus.ts'
import { type Card, type KuhnAction, type KuhnState, kuhn, payFirst } from './kuhn.ts'

/** Expected chips of the first player when both play by tables: the chance to bet by card and what was said. */
function expectedChips(first: Record<string, number>, second: Record<string, number>): number {
  const deals = (['J', 'Q', 'K'] as const).flatMap((a) => (['J', 'Q', 'K'] as const).filter((b) => b !== a).map((b): [Card, Card] => [a, b]))
  const walk = (state: KuhnState): number => {
    const [agent] = kuhn.turn(state)
    if (agent === undefined) return payFirst(state)
    const table = agent === 'first' ? first : second
    const bet = table[`${state.cards[agent === 'first' ? 0 : 1]}${state.said}`] ?? 0
    const then = (action: KuhnAction) => walk(kuhn.step(state, { [agent]: action }, createRng([1, 1])).state)
    return (bet === 0 ? 0 : bet * then('b')) + (bet === 1 ? 0 : (1 - bet) * then('p'))
  }
  return deals.reduce((sum, cards) => sum + walk({ cards, said: '' }) / deals.length, 0)
}

describe('kuhn-v1', () => {
  it('keeps the contract, what is hidden included', () => {
    const report = checkEnvironment(kuhn, { plays: 40 })
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
  })

  it('has the value that Kuhn proved: -1/18 for the first player at equilibrium', () => {
    for (const alpha of [0, 0.2, 1 / 3]) {
      const first = { J: alpha, K: 3 * alpha, Qpb: alpha + 1 / 3, Kpb: 1 }
      const second = { Jp: 1 / 3, Kp: 1, Qb: 1 / 3, Kb: 1 }
      expect(expectedChips(first, second)).toBeCloseTo(-1 / 18, 12)
      // No pure change of the second player takes more.
      for (const key of ['Jp', 'Qp', 'Kp', 'Jb', 'Qb', 'Kb'])
        for (const bet of [0, 1]) expect(expectedChips(first, { ...second, [key]: bet })).toBeGreaterThanOrEqual(-1 / 18 - 1e-12)
    }
  })

  it('tells each player its card and what it has not heard yet', () => {
    const state: KuhnState = { cards: ['K', 'Q'], said: '' }
    const told = (said: string, agent: string) => kuhn.prompt(kuhn.observe({ ...state, said }, agent), agent)
    expect(told('', 'first')).toBe('\nkuhn K:')
    expect(told('p', 'second')).toBe('\nkuhn Qp:')
    expect(told('pb', 'first')).toBe('b:')
  })
})

describe('the text of Kuhn poker', () => {
  it('is what one player reads and says', () => {
    const rng = createRng([4, 5])
    for (let i = 0; i < 300; i++) expect(kuhnLine(rng)).toMatch(/^\nkuhn [JQK](:[pb]\n|:p\nb:[pb]\n|[pb]:[pb]\n)$/)
  })
})
