import { describe, expect, it } from 'vitest'
import { bytesOfText } from '../base/hash.ts'
import { createDataSetShelf } from './data-sets.ts'
import { memoryBytes } from './testing/memory.ts'

const hashes = ['a', 'b'].map((digit) => digit.repeat(64))
const row = (hash = '') => ({ hash, name: 'mine.jsonl', layout: 'math', problems: 3, pictures: 0 })

describe('the shelf of data sets', () => {
  it('keeps problems under their hash, the newest first in its list', async () => {
    let clock = 0
    const shelf = createDataSetShelf(memoryBytes(), () => ++clock)
    for (const hash of hashes) await shelf.put(row(hash), bytesOfText(`problems of ${hash}`))
    expect((await shelf.list()).map(({ hash, bytes }) => [hash, bytes])).toEqual([...hashes].reverse().map((hash) => [hash, 76]))
    expect(await shelf.get(hashes[0] ?? '')).toEqual(bytesOfText(`problems of ${hashes[0]}`))
    await shelf.remove(hashes[0] ?? '')
    expect([await shelf.get(hashes[0] ?? ''), (await shelf.list()).length]).toEqual([undefined, 1])
  })

  it('leaves out facts that are damaged or whose problems are gone', async () => {
    const bytes = memoryBytes()
    const shelf = createDataSetShelf(bytes, () => 1)
    for (const hash of hashes) await shelf.put(row(hash), bytesOfText('x'))
    await bytes.write(`data-sets/${hashes[0]}.about.json`, bytesOfText('{"hash":'))
    await bytes.remove(`data-sets/${hashes[1]}.problems.json`)
    expect(await shelf.list()).toEqual([])
  })

  it('takes no path for a hash', async () => {
    const shelf = createDataSetShelf(memoryBytes(), () => 1)
    for (const hash of ['', '../x', 'A'.repeat(64)]) await expect(shelf.get(hash)).rejects.toMatchObject({ code: 'DATA_SET_INVALID' })
  })
})
