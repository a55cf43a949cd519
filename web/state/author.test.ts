import { describe, expect, it } from 'vitest'
import { type Author, freeFileName, NO_AUTHOR, openFileOf, summaryIn, titleIn, withOpen, withText } from './author.ts'

const author: Author = { ...NO_AUTHOR, files: [{ id: 'a', name: 'First', text: 'one', changed: 1, forkOf: null }] }

describe('authored files as the page holds them', () => {
  it('opens a file with its own text, and the gallery for a file that is gone', () => {
    const open = withOpen(author, 'a')
    expect(openFileOf(open)?.name).toBe('First')
    expect(open).toMatchObject({ text: 'one', revision: 1 })
    expect(withOpen({ ...open, versions: [] }, 'gone')).toMatchObject({ open: null, text: '', versions: null })
  })

  it('counts what changes the text from outside, so that the editor follows', () => {
    expect(withText(withOpen(author, 'a'), 'two')).toMatchObject({ text: 'two', revision: 2 })
  })

  it('reads what a source says of itself', () => {
    const source = "// A small task. It has\n// two lines.\n\nimport {} from 'tokenloom'\nexport default { spec: { title: 'Small' } }"
    expect(titleIn(source)).toBe('Small')
    expect(summaryIn(source)).toBe('A small task. It has two lines.')
    expect([titleIn('export default {}'), summaryIn('const a = 1 // no')]).toEqual([null, ''])
  })

  it('finds a name that nothing has', () => {
    expect(freeFileName('Second', author.files ?? [])).toBe('Second')
    expect(freeFileName('First', author.files ?? [])).toBe('First 2')
    expect(freeFileName('First', [...(author.files ?? []), { id: 'b', name: 'First 2', text: '', changed: 1, forkOf: null }])).toBe('First 3')
  })
})
