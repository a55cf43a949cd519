import { describe, expect, it } from 'vitest'
import { bytesOf, bytesOfHex, bytesOfText, createRollingDigest, hexOf, sha256, sha256Hex } from './hash.ts'

describe('sha256', () => {
  // The answers of FIPS 180-2.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ])('of %j', async (text, answer) => {
    expect(await sha256Hex(bytesOfText(text))).toBe(answer)
  })

  it('sees the window of a typed array alone', () => {
    const words = Uint16Array.of(1, 2, 3)
    expect(hexOf(bytesOf(words.subarray(1, 2)))).toBe('0200')
  })
})

describe('hexadecimal', () => {
  it('reads back to the bytes that were written, and nothing else reads', () => {
    const bytes = Uint8Array.of(0, 1, 15, 16, 127, 128, 255)
    expect(bytesOfHex(hexOf(bytes))).toEqual(bytes)
    for (const other of ['0', '0g', 'AB', ' 00']) expect(bytesOfHex(other)).toBeNull()
  })
})

describe('the rolling digest', () => {
  it('goes on from a value as if it had never stopped', async () => {
    const whole = createRollingDigest()
    for (const part of ['a', 'b', 'c']) await whole.append(bytesOfText(part))
    const first = createRollingDigest()
    await first.append(bytesOfText('a'))
    const rest = createRollingDigest(bytesOfHex(await first.value()) ?? undefined)
    for (const part of ['b', 'c']) await rest.append(bytesOfText(part))
    expect(await rest.value()).toBe(await whole.value())
  })

  it('is h(n) = SHA-256(h(n-1) || bytes), in the order of the calls', async () => {
    const digest = createRollingDigest()
    void digest.append(bytesOfText('a'))
    void digest.append(bytesOfText('b'))
    const one = await sha256(new Uint8Array([...new Uint8Array(32), ...bytesOfText('a')]))
    const two = await sha256(new Uint8Array([...one, ...bytesOfText('b')]))
    expect(await digest.value()).toBe(hexOf(two))
  })

  it('tells orders and groupings apart', async () => {
    const of = async (parts: string[]) => {
      const digest = createRollingDigest()
      for (const part of parts) await digest.append(bytesOfText(part))
      return digest.value()
    }
    expect(new Set([await of(['a', 'b']), await of(['b', 'a']), await of(['ab'])]).size).toBe(3)
  })
})
