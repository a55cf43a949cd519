// What authored sources import as `tokenloom`, apart from types. Runs inside the interpreter.

import { PICTURE_MARK as MARK } from '../../base/picture-mark.ts'
import type { Result } from '../../base/result.ts'
import type { Picture } from '../../environments/picture.ts'

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })

export const fail = <E>(error: E): Result<never, E> => ({ ok: false, error })

/** Stands in a prompt where a picture belongs, once for every picture. */
export const PICTURE_MARK = MARK

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** A grey picture; `shade` gives every pixel from 0 (black) to 255 (white), x to the right and y down from the top left. */
export function greyPicture(width: number, height: number, shade: (x: number, y: number) => number): Picture {
  const size = width * height
  const byteAt = (at: number): number => (at < size ? Math.max(0, Math.min(255, Math.round(shade(at % width, Math.floor(at / width))))) : 0)
  let data = ''
  for (let at = 0; at < size; at += 3) {
    const three = byteAt(at) * 65_536 + byteAt(at + 1) * 256 + byteAt(at + 2)
    const digit = (place: number): string => DIGITS.charAt(Math.floor(three / 64 ** place) % 64)
    data += digit(3) + digit(2) + (at + 1 < size ? digit(1) : '=') + (at + 2 < size ? digit(0) : '=')
  }
  return { width, height, channels: 1, data }
}
