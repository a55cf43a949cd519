import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, parseAddress } from './address.ts'

describe('the address of a view', () => {
  it('comes back as it was written', () => {
    const address = { run: 'r12ab', arm: 'shuffled', step: 12, tab: 'tokens', reward: 'none', find: '4+5=', tag: 'to keep', panel: 'check' } as const
    expect(parseAddress(formatAddress(address))).toEqual(address)
    expect(formatAddress({})).toBe('#')
  })

  it('leaves out what it cannot read, and never throws', () => {
    expect(parseAddress('#run=../../x&arm=someone&step=-3&tab=nowhere&reward=some&stop=<b>&baseline=../x&hidden=yes')).toEqual({})
    fc.assert(fc.property(fc.string(), (fragment) => void parseAddress(fragment)))
  })
})
