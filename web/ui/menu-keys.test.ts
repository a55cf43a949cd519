import { describe, expect, it } from 'vitest'
import { menuKey, nextItem } from './menu-keys.ts'

const plain = { ctrlKey: false, altKey: false, metaKey: false }
const words = ['Timeline', 'Games', 'Try it', 'Runs']

describe('keys in a menu', () => {
  it('go over the ends in both directions', () => {
    expect(nextItem(words, 3, 'next')).toBe(0)
    expect(nextItem(words, 0, 'previous')).toBe(3)
    expect(nextItem(words, 1, 'next')).toBe(2)
    expect(nextItem(words, 2, 'previous')).toBe(1)
  })

  it('begin at an end while no entry has the focus', () => {
    expect(nextItem(words, -1, 'next')).toBe(0)
    expect(nextItem(words, -1, 'previous')).toBe(3)
    expect(nextItem(words, -1, 'first')).toBe(0)
    expect(nextItem(words, -1, 'last')).toBe(3)
  })

  it('go by letter to the next entry that begins with it, and stay where there is none', () => {
    expect(nextItem(words, -1, { letter: 't' })).toBe(0)
    expect(nextItem(words, 0, { letter: 't' })).toBe(2)
    expect(nextItem(words, 2, { letter: 't' })).toBe(0)
    expect(nextItem(words, 1, { letter: 'x' })).toBe(1)
  })

  it('leave the browser its own', () => {
    expect(menuKey({ ...plain, key: 'Enter' })).toBeNull()
    expect(menuKey({ ...plain, key: ' ' })).toBeNull()
    expect(menuKey({ ...plain, key: 'Escape' })).toBeNull()
    expect(menuKey({ ...plain, key: 't', ctrlKey: true })).toBeNull()
    expect(menuKey({ ...plain, key: 'Tab' })).toBe('leave')
    expect(menuKey({ ...plain, key: 'T' })).toEqual({ letter: 't' })
  })
})
