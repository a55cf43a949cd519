import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrap } from '../base/result.ts'
import { bundleFragment, readBundleAddress } from './bundle-address.ts'
import { HOSTILE_ADDRESSES } from './testing/hostile-addresses.ts'

const HASH = 'a'.repeat(64)

test('an address goes into a fragment and comes out of it, host and hash beside it', () => {
  for (const hash of [null, HASH]) {
    const read = readBundleAddress(bundleFragment('https://example.org/runs/a%20b.tokenloom?v=1&x=2', hash))
    expect(read).toMatchObject({ ok: true, value: { url: 'https://example.org/runs/a%20b.tokenloom?v=1&x=2', host: 'example.org', hash } })
  }
  expect(readBundleAddress('#run=https://example.org/a.tokenloom')).toMatchObject({ value: { host: 'example.org', hash: null } })
  expect(readBundleAddress('#run=http://localhost:8000/a.tokenloom')).toMatchObject({ value: { host: 'localhost:8000' } })
})

test('a host that only looks like another is spelt out', () => {
  expect(readBundleAddress('#run=https://exаmple.org/a')).toMatchObject({ value: { host: 'xn--exmple-4nf.org' } })
})

test('the ids of runs, and links of other kinds, are none', () => {
  for (const fragment of ['', '#', '#run=r0123456789a&step=3', '#run=recorded-arithmetic', '#tab=runs&find=run%3Dhttps', '#v=1&k=run&d=AAAA']) {
    expect(readBundleAddress(fragment), fragment).toBeNull()
  }
})

test.each(HOSTILE_ADDRESSES)('refused: $name', ({ fragment }) => {
  expect(readBundleAddress(fragment)).toMatchObject({ ok: false, error: { code: 'LINK_INVALID' } })
})

test('whatever stands there is read as https without a password, or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string({ maxLength: 80 })), (text) => {
      const read = readBundleAddress(`#run=${text}`)
      if (read?.ok !== true) return
      const { protocol, username } = new URL(unwrap(read).url)
      expect(protocol === 'https:' || /^(localhost|127\.0\.0\.1)/.test(unwrap(read).host)).toBe(true)
      expect(username).toBe('')
    }),
  )
})
