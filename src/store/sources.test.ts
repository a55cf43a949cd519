import { describe, expect, it } from 'vitest'
import { createSourceShelf, MOST_VERSIONS } from './sources.ts'
import { memorySourceRecords } from './testing/memory-sources.ts'

function shelf() {
  let time = 100
  return createSourceShelf(memorySourceRecords(), () => time++)
}

describe('the shelf of authored sources', () => {
  it('lists what was changed last first, and keeps what was typed', async () => {
    const sources = shelf()
    await sources.create('a', 'First', 'one')
    await sources.create('b', 'Second', 'two')
    await sources.write('a', 'one more')
    expect((await sources.list()).map(({ id, text }) => [id, text])).toEqual([
      ['a', 'one more'],
      ['b', 'two'],
    ])
    const before = (await sources.list())[1]
    await sources.write('b', 'two')
    expect((await sources.list())[1]).toEqual(before)
  })

  it('keeps versions under the hash of their text, each once, newest first', async () => {
    const sources = shelf()
    await sources.create('a', 'First', 'one')
    const one = await sources.keep('a')
    await sources.write('a', 'two')
    const two = await sources.keep('a')
    expect((await sources.versions('a')).map(({ hash, text }) => [hash, text])).toEqual([
      [two, 'two'],
      [one, 'one'],
    ])
    await sources.write('a', 'one')
    expect(await sources.keep('a')).toBe(one)
    expect((await sources.versions('a')).map(({ hash }) => hash)).toEqual([one, two])
  })

  it('lets the oldest versions go', async () => {
    const sources = shelf()
    await sources.create('a', 'First', '')
    for (let i = 0; i < MOST_VERSIONS + 3; i++) {
      await sources.write('a', `${i}`)
      await sources.keep('a')
    }
    const versions = await sources.versions('a')
    expect(versions).toHaveLength(MOST_VERSIONS)
    expect(versions.at(-1)?.text).toBe('3')
  })

  it('remembers where a copy came from and goes its own way', async () => {
    const sources = shelf()
    await sources.create('a', 'First', 'one')
    await sources.keep('a')
    expect(await sources.create('b', 'Copy of First', 'one', 'a')).toMatchObject({ forkOf: { id: 'a', name: 'First' } })
    await sources.write('b', 'other')
    expect((await sources.list()).map(({ id, text }) => [id, text])).toEqual([
      ['b', 'other'],
      ['a', 'one'],
    ])
    expect(await sources.versions('b')).toEqual([])
  })

  it('removes a source with its versions; what is typed later does not bring it back', async () => {
    const sources = shelf()
    await sources.create('a', 'First', 'one')
    await sources.keep('a')
    await sources.remove('a')
    expect(await sources.write('a', 'late')).toBe(false)
    expect(await sources.list()).toEqual([])
    expect(await sources.versions('a')).toEqual([])
    await expect(sources.keep('a')).rejects.toMatchObject({ code: 'RECORD_INVALID' })
  })

  it('takes any name as one short line', async () => {
    const sources = shelf()
    expect((await sources.create('a', '  a\n name ', '')).name).toBe('a name')
    await sources.rename('a', ' \n ')
    expect((await sources.list())[0]?.name).toBe('Untitled')
    await sources.rename('a', 'x'.repeat(500))
    expect((await sources.list())[0]?.name).toHaveLength(60)
  })
})
