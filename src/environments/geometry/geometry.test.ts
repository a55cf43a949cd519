import { describe, expect, it } from 'vitest'
import { PICTURE_MARK } from '../../base/picture-mark.ts'
import { createRng } from '../../base/random.ts'
import { unwrap } from '../../base/result.ts'
import { bytesOfPicture } from '../picture.ts'
import { createPlay } from '../play.ts'
import { checkEnvironment } from '../suite/check-environment.ts'
import { geometry } from './geometry.ts'
import { geometryTries } from './geometry-tries.ts'
import { answerOf } from './problem.ts'
import { expectedOf, type GeometryState, startOf } from './task.ts'

const playOf = (definition: typeof geometry | typeof geometryTries, item = 1, overrides = {}) => {
  const config = unwrap(definition.parseConfig(overrides))
  const rng = createRng([8, 1], item)
  return createPlay(definition, { config, split: 'train', start: rng.split(0), chance: rng.split(1) })
}
const rightOf = (play: ReturnType<typeof playOf>): string => expectedOf(play.state() as GeometryState)
const sampler = (state: unknown, _agent: string, rng: { integer(bound: number): number }): string =>
  rng.integer(2) === 0 ? expectedOf(state as GeometryState) : String(rng.integer(180))

describe('geometry-v1 and geometry-tries-v1', () => {
  it.each([
    [geometry, {}],
    [geometry, { kind: 'all', level: 3, size: '64', placement: 'free' }],
    [geometryTries, {}],
    [geometryTries, { kind: 'all', level: 1, again: true }],
  ])('keep the contract', (definition, overrides) => {
    const config = unwrap(definition.parseConfig(overrides))
    const report = checkEnvironment(definition, { plays: 24, config, sampler })
    expect(report.checks.filter((check) => check.verdict !== 'valid')).toEqual([])
  })

  it('show the numbers in the picture alone', () => {
    for (let item = 0; item < 40; item++) {
      const { text, pictures } = playOf(geometry, item, { kind: 'all' }).shown('solver')
      expect(text).toMatch(new RegExp(`^${PICTURE_MARK}\\n[a-z]+:$`))
      expect(pictures.map((picture) => [picture.width, picture.height, bytesOfPicture(picture).ok])).toEqual([[32, 32, true]])
    }
  })

  it('pay for the value, whatever its form, and a little for an answer that can be read', () => {
    const value = Number(rightOf(playOf(geometry)))
    for (const text of [`${value}`, `${value}°`, `${2 * value}/2`, `${value}.0 deg`])
      expect(playOf(geometry).submit({ solver: `${text}\n` })).toMatchObject({ rewards: { solver: 1 } })
    expect(playOf(geometry).submit({ solver: `${value + 1}\n` })).toMatchObject({ rewards: { solver: 0.1 }, stop: 'completed' })
    expect(playOf(geometry).submit({ solver: `${value} cm\n` })).toMatchObject({ rewards: { solver: 0.1 } })
    for (const text of ['\n', 'angle\n', String(value)])
      expect(playOf(geometry).submit({ solver: text })).toMatchObject({ rewards: { solver: 0 }, stop: 'parse_error' })
  })

  it('let a wrong answer be tried again, and say that it was wrong', () => {
    const play = playOf(geometryTries)
    expect(play.submit({ solver: '1\n' })).toMatchObject({ rewards: { solver: -0.05 } })
    expect(play.shown('solver')).toEqual({ text: '1 no:', pictures: [] })
    expect(play.submit({ solver: '\n' })).toMatchObject({ rewards: { solver: -0.05 } })
    expect(play.prompt('solver')).toBe('? no:')
    expect(play.submit({ solver: `${rightOf(play)}\n` })).toMatchObject({
      rewards: { solver: 1 },
      stop: 'completed',
      metrics: { right: 1, first: 0, tries: 3 },
    })
    const never = playOf(geometryTries)
    expect([1, 2, 3].map((text) => never.submit({ solver: `${text}\n` }).rewards['solver'])).toEqual([-0.05, -0.05, 0])
    expect(never.stop()).toBe('completed')
    expect(playOf(geometryTries).submit({ solver: `${rightOf(playOf(geometryTries))}\n` })).toMatchObject({ rewards: { solver: 1 }, metrics: { first: 1 } })
  })

  it('mixed, are of three kinds, and the measure tells them apart', () => {
    const kinds = new Set<string>()
    for (let item = 0; item < 24; item++) {
      const play = playOf(geometry, item, { kind: 'mixed' })
      const { kind } = (play.state() as GeometryState).problem
      kinds.add(kind)
      expect(play.submit({ solver: `${rightOf(play)}\n` }).metrics).toEqual({ right: 1, [`right:${kind}`]: 1 })
      expect(playOf(geometry, item, { kind: 'mixed' }).submit({ solver: '999\n' }).metrics).toEqual({ right: 0, [`right:${kind}`]: 0 })
    }
    expect([...kinds].sort()).toEqual(['circle', 'parallel', 'triangle'])
  })

  it('can show the figure again with every refusal', () => {
    const play = playOf(geometryTries, 1, { again: true })
    const [first] = play.shown('solver').pictures
    play.submit({ solver: '1\n' })
    expect(play.shown('solver')).toEqual({ text: `1 no:${PICTURE_MARK}`, pictures: [first] })
  })

  it('read tasks as people write them, and refuse what no figure has', () => {
    const read = (text: string) => geometry.readTask?.(text)
    const right = (text: string): number => {
      const state = read(text)
      return state?.ok === true ? answerOf(state.value.problem).factor : Number.NaN
    }
    expect([right('triangle 40 60'), right(' right 3, 4'), right('parallel 70 /1'), right('circle 7'), right('rectangle 3 5 /1')]).toEqual([80, 5, 110, 14, 16])
    for (const text of ['', 'triangle', 'triangle 90 90', 'square 3', 'right 3 5 /3', 'right 5 3 /1', 'circle 0', 'triangle 400 1', 'ruler 15'])
      expect(read(text)?.ok).toBe(false)
  })

  it('show people the figure, the question, and what became of every try', () => {
    const play = playOf(geometryTries)
    play.submit({ solver: '1\n' })
    const scene = geometryTries.view?.(play.state() as never)
    expect(scene).toMatchObject({ kind: 'figure', question: 'angle in degrees', tries: [{ text: '1', verdict: 'wrong' }], caption: 'What is the angle?' })
    play.submit({ solver: `${rightOf(play)}\n` })
    expect(geometryTries.view?.(play.state() as never)).toMatchObject({ caption: `Right at try 2 of 3. The angle is ${rightOf(play)}°.` })
  })

  it('refuse settings that do not exist', () => {
    for (const config of [{ kind: 'square' }, { level: 4 }, { size: 32 }, { again: 1 }, { tries: 3 }]) expect(geometry.parseConfig(config).ok).toBe(false)
    expect(startOf(unwrap(geometry.parseConfig({})), 'heldOut', createRng([1, 1])).answers).toEqual([])
  })
})
