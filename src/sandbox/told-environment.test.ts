import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { createRng } from '../base/random.ts'
import { unwrap } from '../base/result.ts'
import type { Registration } from './authored-environment.ts'
import { openAuthoredEnvironment } from './authored-environment.ts'
import higherLower from './templates/higher-lower.ts?raw'
import type { ToldVisit } from './told.ts'
import { createToldEnvironment } from './told-environment.ts'

const WISHES = { masks: true, masters: true, everybody: false }
/** Nobody asks what a master would do. */
const ALONE = { ...WISHES, masters: false }

async function opened(source = higherLower) {
  const direct = unwrap(await openAuthoredEnvironment(source))
  const visits: number[] = []
  // Registration crosses a port on its way.
  const registration = JSON.parse(JSON.stringify(direct.registration)) as Registration
  const told = createToldEnvironment(registration, async (batch: readonly ToldVisit[]) => {
    visits.push(batch.reduce((sum, { size }) => sum + size, 0))
    return unwrap(direct.answer(batch))
  })
  return { direct: direct.definition, told, visits }
}

describe('an environment that is told of', () => {
  it('finds by asking again what nobody foresaw', async () => {
    const { direct, told, visits } = await opened()
    const play = (definition: typeof direct) => {
      const state = definition.init({ most: 9 }, 'heldOut', createRng([3, 3]))
      return definition.step(state, { agent: '<' }, createRng([4, 4]))
    }
    expect(await told.foresight.settle(() => play(told.definition))).toEqual(play(direct))
    expect(visits).toEqual([1, 1])
    // Once told it is known, until other plays begin.
    expect(play(told.definition)).toEqual(play(direct))
    await told.foresight.begin([], WISHES)
    expect(() => play(told.definition)).toThrow('nobody asked ahead for init()')
  })

  it('has the beginnings of plays that it was asked about before, and of no others', async () => {
    const { direct, told, visits } = await opened()
    const config = { most: 9 }
    const plays = (seed: number) =>
      Array.from({ length: 6 }, (_, play) => ({ config, split: 'train' as const, start: createRng([seed, play >> 1]), hidden: createRng([8, 8]) }))
    const first = async (seed: number) => {
      const starts = await told.foresight.begin(plays(seed), WISHES)
      return starts.map((start) => told.definition.init({ most: 9 }, 'train', start))
    }
    const wanted = (seed: number) => plays(seed).map(({ start }) => direct.init({ most: 9 }, 'train', start))
    expect(await first(1)).toEqual(wanted(1))
    // Siblings are asked about once.
    expect(visits).toEqual([3])
    const [state = null] = wanted(1)
    const [other = null] = wanted(2)
    told.foresight.prepare(plays(2), WISHES)
    told.foresight.prepare(plays(2), WISHES)
    // What those under way ask meanwhile is found, also where it was told of those that come.
    expect(await told.foresight.settle(() => told.definition.turn(state))).toEqual(direct.turn(state))
    expect(await told.foresight.settle(() => told.definition.turn(other))).toEqual(direct.turn(other))
    expect(visits).toEqual([3, 3, 1])
    expect(await first(2)).toEqual(wanted(2))
    expect(told.definition.turn(other)).toEqual(direct.turn(other))
    expect(visits).toEqual([3, 3, 1])
    told.foresight.prepare(plays(3), WISHES)
    expect(await first(4)).toEqual(wanted(4))
    expect(visits).toEqual([3, 3, 1, 3, 3])
  })

  it('has what a master does in plays of one turn that were prepared', async () => {
    const { direct, told, visits } = await opened()
    const begin = () => [{ config: { most: 9 }, split: 'train' as const, start: createRng([5, 5]) }]
    told.foresight.prepare(begin(), ALONE)
    const [start = createRng([0, 0])] = await told.foresight.begin(begin(), ALONE)
    const state = told.definition.init({ most: 9 }, 'train', start)
    const action = told.definition.demonstrate?.(state, 'agent') ?? null
    const text = told.definition.format(action)
    const before = visits.length
    expect(told.definition.parse(text, told.definition.observe(state, 'agent'))).toEqual({ ok: true, value: action })
    expect(told.definition.step(state, { agent: action }, createRng([6, 6]))).toEqual(direct.step(state, { agent: action }, createRng([6, 6])))
    expect(visits).toHaveLength(before)
  })

  it('asks nothing about a turn whose end it was told', async () => {
    const { direct, told, visits } = await opened()
    const begin = () => [4, 5].map((seed) => ({ config: { most: 9 }, split: 'train' as const, start: createRng([seed, 5]) }))
    told.foresight.prepare(begin(), ALONE)
    const states = (await told.foresight.begin(begin(), ALONE)).map((start) => told.definition.init({ most: 9 }, 'train', start))
    const written = (state: (typeof states)[number], right: boolean) => {
      const master = told.definition.demonstrate?.(state, 'agent')
      return right ? `${master}\n` : master === '<' ? '>\n' : '<\n'
    }
    const turns = (right: (play: number) => boolean) =>
      states.map((state, play) => ({ state, accepted: {}, texts: { agent: written(state, right(play)) }, chance: () => createRng([6, play]), turns: 1 }))
    const before = visits.length
    await told.foresight.turns(
      turns(() => true),
      ALONE,
    )
    expect(visits).toHaveLength(before)
    await told.foresight.turns(
      turns((play) => play === 0),
      ALONE,
    )
    // The other one alone.
    expect(visits.slice(before)).toEqual([1])
    for (const right of [true, false])
      for (const state of states) {
        const action = written(state, right).trim()
        const played = (definition: typeof direct) => definition.step(state, { agent: action }, createRng([6, 6]))
        if (right || state === states[1]) expect(played(told.definition)).toEqual(played(direct))
        else expect(() => played(told.definition)).toThrow('nobody asked ahead')
      }
  })

  it('takes what is told of several batches in the order in which they were asked', async () => {
    const { direct } = await opened()
    const environment = unwrap(await openAuthoredEnvironment(higherLower))
    const held: (() => void)[] = []
    // Every answer is there before the first is handed over, and the last one is handed over first.
    const told = createToldEnvironment(environment.registration, async (visits) => {
      const answers = unwrap(environment.answer(visits))
      await new Promise<void>((resolve) => held.push(resolve))
      return answers
    })
    const states = [1, 2, 3].map((a) => ({ a, b: 2, over: false }))
    const batches = states.map((state) =>
      told.foresight.turns([{ state, accepted: {}, texts: { agent: '<\n' }, chance: () => createRng([1, 2]), turns: 1 }], ALONE),
    )
    expect(held).toHaveLength(3)
    for (const release of held.reverse()) {
      release()
      await new Promise((resolve) => setTimeout(resolve))
    }
    await Promise.all(batches)
    for (const state of states) {
      const played = (definition: typeof direct) => definition.step(state, { agent: '<' }, createRng([1, 2]))
      expect(played(told.definition)).toEqual(played(direct))
    }
  })

  it('does without a master that fails', async () => {
    const broken = await opened(higherLower.replace('demonstrate: (', 'demonstrate: () => { throw new Error("no master") }, unused: ('))
    for (const seed of [1, 2]) {
      const begin = () => [{ config: { most: 9 }, split: 'train' as const, start: createRng([seed, 2]) }]
      broken.told.foresight.prepare(begin(), ALONE)
      const [start = createRng([0, 0])] = await broken.told.foresight.begin(begin(), ALONE)
      const state = broken.told.definition.init({ most: 9 }, 'train', start)
      expect(broken.told.definition.turn(state)).toEqual(['agent'])
      expect(broken.told.definition.format('<')).toBe('<\n')
    }
    // The first was asked twice, and nothing is guessed any more.
    expect(broken.visits).toEqual([1, 1, 1])
  })

  it('tells apart siblings whose steps draw numbers', async () => {
    const chancy = higherLower
      .replace('step(state, actions) {', 'step(state, actions, rng) { const luck = rng.integer(1000);')
      .replace('info: {}', 'info: { agent: luck }')
    const { direct, told } = await opened(chancy)
    const state = { a: 1, b: 2, over: false }
    const turns = Array.from({ length: 4 }, (_, play) => ({ state, accepted: {}, texts: { agent: '<\n' }, chance: () => createRng([7, play]), turns: 1 }))
    await told.foresight.turns(turns, WISHES)
    for (let play = 0; play < 4; play++)
      expect(told.definition.step(state, { agent: '<' }, createRng([7, play]))).toEqual(direct.step(state, { agent: '<' }, createRng([7, play])))
  })

  it('hears from whoever begins them what failed in plays that were prepared', async () => {
    const broken = await opened(higherLower.replace('init: (', 'init: () => { throw new Error("no start") }, unused: ('))
    const begin = () => [{ config: { most: 9 }, split: 'train' as const, start: createRng([1, 2]) }]
    broken.told.foresight.prepare(begin(), WISHES)
    await new Promise((resolve) => setTimeout(resolve))
    await expect(broken.told.foresight.begin(begin(), WISHES)).rejects.toMatchObject({ code: 'SANDBOX_THREW' })
  })

  it('tells apart the values of an interpreter and of the one that came after it', async () => {
    const { direct, told } = await opened(
      higherLower.replace('prompt: ({ a, b }) =>', 'prompt: ({ a, b }) => { while (a === 7 && b === 7) {} return String(a) }, unused: ({ a, b }) =>'),
    )
    const start = createRng([1, 2])
    await told.foresight.begin([{ config: { most: 9 }, split: 'train', start }], WISHES)
    await expect(told.foresight.settle(() => told.definition.prompt({ a: 7, b: 7 }, 'agent'))).rejects.toMatchObject({ code: 'SANDBOX_LIMIT' })
    // The interpreter is a new one now, and begins to count anew.
    for (let a = 1; a < 5; a++) {
      const state = { a, b: 9, over: false }
      expect(await told.foresight.settle(() => told.definition.observe(state, 'agent'))).toEqual(direct.observe(state, 'agent'))
      expect(await told.foresight.settle(() => told.definition.prompt({ a, b: 9 }, 'agent'))).toBe(`${a}`)
    }
  })

  it('counts how deep a state is, however much of it was met before', async () => {
    const growing = higherLower.replace('state: { ...state, over: true }', 'state: { ...state, before: state }')
    expect(growing).not.toBe(higherLower)
    const { told } = await opened(growing)
    let state: Json = { a: 1, b: 2, over: false }
    const grow = async () => {
      for (let depth = 0; depth < 70; depth++) {
        await told.foresight.turns([{ state, accepted: {}, texts: { agent: '<\n' }, chance: () => createRng([1, 2]), turns: 1 }], ALONE)
        state = told.definition.step(state, { agent: '<' }, createRng([1, 2])).state
      }
    }
    await expect(grow()).rejects.toMatchObject({ code: 'SANDBOX_DATA', message: expect.stringContaining('nested more than 64 deep') })
  })

  it('refuses an answer that is none', async () => {
    const { registration } = unwrap(await openAuthoredEnvironment(higherLower))
    const cut = '{"numbers":[],"values":[],"calls":[0,1,2]}'
    for (const answer of ['', '{', 'null', '{"values":[]}', '[1]', cut, cut.replace('[0,1,2]', '["init",0,1,-1,-1,2,-1]')]) {
      const { foresight } = createToldEnvironment(registration, async () => [answer])
      const plays = [{ config: { most: 9 }, split: 'train' as const, start: createRng([1, 2]) }]
      await expect(foresight.begin(plays, WISHES)).rejects.toMatchObject({ code: 'SANDBOX_DATA' })
    }
  })

  it('says the hook and the line of what failed in a batch', async () => {
    const broken = await opened(higherLower.replace("const right = actions['agent']", "const right = missing['agent']"))
    const line = higherLower.split('\n').findIndex((text) => text.includes('const right')) + 1
    const turn = { state: { a: 1, b: 2, over: false }, accepted: {}, texts: { agent: '<\n' }, chance: () => createRng([1, 2]), turns: 1 }
    const failure = { code: 'SANDBOX_THREW', at: `${line}`, message: expect.stringContaining('step()') }
    await expect(broken.told.foresight.turns([turn], WISHES)).rejects.toMatchObject(failure)
    const endless = await opened(higherLower.replace('prompt: ({ a, b }) =>', 'prompt: ({ a, b }) => { while (a >= 0) {} return `x` }, unused: ({ a, b }) =>'))
    const begin = { config: { most: 9 }, split: 'train', start: createRng([1, 2]) } as const
    const limit = { code: 'SANDBOX_LIMIT', message: expect.stringContaining('prompt()') }
    await expect(endless.told.foresight.begin([begin], WISHES)).rejects.toMatchObject(limit)
  })
})
