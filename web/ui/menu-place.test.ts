import { describe, expect, it } from 'vitest'
import { menuPlace } from './menu-place.ts'

const phone = { innerWidth: 390, innerHeight: 844 }
const at = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 })

describe('the place of a menu', () => {
  it('is under its button, along the edge with more room', () => {
    expect(menuPlace(at(340, 50), phone, 5)).toMatchObject({ top: '94px', bottom: 'auto', right: '10px', left: 'auto' })
    expect(menuPlace(at(20, 50), phone, 5)).toMatchObject({ left: '20px', right: 'auto' })
  })

  it('is over its button where there is no room under it, and more over it', () => {
    expect(menuPlace(at(340, 760), phone, 5)).toMatchObject({ top: 'auto', bottom: '88px', maxHeight: '748px' })
    expect(menuPlace(at(340, 760), phone, 0)).toMatchObject({ bottom: 'auto' })
  })

  it('is never higher than the room it has', () => {
    expect(menuPlace(at(340, 300), phone, 40).maxHeight).toBe('492px')
  })
})
