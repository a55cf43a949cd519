import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json.ts'
import { parseFields } from './config.ts'

const fields = { size: { kind: 'integer', title: 'Size', help: 'Of the board.', default: 3, min: 1, max: 9 } } as const

describe('settings of an environment', () => {
  it('fill in defaults and refuse what is unknown or out of range, by name', () => {
    expect(parseFields(fields, {})).toMatchObject({ ok: true, value: { size: 3 } })
    expect(parseFields(fields, { size: 10 })).toMatchObject({ ok: false, error: { code: 'SPEC_INVALID', at: 'environment.config.size' } })
    expect(parseFields(fields, { sice: 3 })).toMatchObject({ ok: false, error: { at: 'environment.config.sice' } })
  })

  it('answer a value that is deep or long in one short sentence', () => {
    let deep: Json = 0
    for (let depth = 0; depth < 100_000; depth++) deep = { a: deep }
    for (const config of [{ size: deep }, { size: [deep] }, { size: 'x'.repeat(100_000) }, { ['y'.repeat(100_000)]: 1 }] as Json[]) {
      const parsed = parseFields(fields, config)
      expect(parsed.ok === false && parsed.error.message.length).toBeLessThan(300)
    }
  })
})
