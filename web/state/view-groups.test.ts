import { describe, expect, it } from 'vitest'
import { TABS } from './address.ts'
import { centreView, navigationGroups } from './view-groups.ts'

const viewsOf = (narrow: boolean): readonly string[] => navigationGroups(narrow).flatMap(({ views }) => views)

describe('the navigation', () => {
  it('leads to every view once on narrow screens', () => {
    expect([...viewsOf(true)].sort()).toEqual([...TABS].sort())
  })

  it('leaves out on wide screens what stands beside the centre, where tokens are shown meanwhile', () => {
    expect([...viewsOf(false), 'charts', 'settings'].sort()).toEqual([...TABS].sort())
    expect(navigationGroups(true, ['decide', 'results']).flatMap(({ views }) => views)).toEqual(viewsOf(false))
    expect(centreView('settings')).toBe('tokens')
    expect(centreView('runs')).toBe('runs')
  })
})
