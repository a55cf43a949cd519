// Runs inside the interpreter: what authored code returns, as JSON text, or a sentence that says why it is no plain data. Reads
// every property once, so that a getter has one answer. Captures the built-ins that it needs before authored code can touch them.

const { getPrototypeOf, keys } = Object
const { isArray } = Array
const { isFinite: finite, isSafeInteger } = Number
const stringify = JSON.stringify
const arrayPrototype = Array.prototype
const objectPrototype = Object.prototype
const deepest = 64

export class NotPlainData extends Error {
  override readonly name = 'NotPlainData'
}

/** What is wrong, and where: the path grows on the way out, so that values that are right pay nothing for it. */
class Unfit {
  path = ''
  readonly what: string

  constructor(what: string) {
    this.what = what
  }
}

/** A property of a record whose own text is wanted too. */
export interface Noted {
  readonly name: string
  /** Null where the value is no record that has it. */
  text: string | null
}

/** JSON text of at most `most` characters. `path` names the value in complaints: `step().rewards.X`. */
export function encodePlain(value: unknown, path: string, most: number, noted: Noted | null = null): string {
  try {
    const isRecord = noted !== null && typeof value === 'object' && value !== null && !isArray(value)
    const text = isRecord ? encodeRecord(value as Record<string, unknown>, 1, most, noted) : encode(value, 0, most)
    if (text.length > most) throw tooLong(most)
    return text
  } catch (thrown) {
    if (thrown instanceof Unfit) throw new NotPlainData(`${path}${thrown.path} ${thrown.what}`)
    throw thrown
  }
}

const tooLong = (most: number): Unfit => new Unfit(`has more than ${most} characters of JSON`)

/** Names of properties as they are written, the colon included: the same few come again and again. */
const written = new Map<string, string>()
const MOST_WRITTEN = 1000

function writtenName(key: string): string {
  const known = written.get(key)
  if (known !== undefined) return known
  if (key === '__proto__') throw new Unfit('is a name that plain data may not have')
  const text = `${stringify(key)}:`
  if (written.size < MOST_WRITTEN) written.set(key, text)
  return text
}

/** What is longer than `most` is refused as soon as it is, in whatever list or record it is met. */
function encode(item: unknown, depth: number, most: number): string {
  switch (typeof item) {
    case 'string':
      return stringify(item)
    case 'boolean':
      return item ? 'true' : 'false'
    case 'number':
      if (!finite(item)) throw new Unfit(`is ${item}, not a finite number`)
      // Minus zero is written as zero.
      return `${item}`
    case 'object':
      break
    default:
      throw new Unfit(`is ${typeof item === 'undefined' ? 'undefined' : `a ${typeof item}`}, not plain data`)
  }
  if (item === null) return 'null'
  if (depth === deepest) throw new Unfit(`is nested more than ${deepest} deep, or contains itself`)
  return isArray(item) ? encodeList(item, depth + 1, most) : encodeRecord(item as Record<string, unknown>, depth + 1, most)
}

function encodeList(list: readonly unknown[], depth: number, most: number): string {
  if (getPrototypeOf(list) !== arrayPrototype) throw new Unfit('is a special list, not plain data')
  const size = list.length
  if (!isSafeInteger(size) || size > most) throw new Unfit(`is a list of ${size} entries`)
  let text = '['
  let i = 0
  try {
    for (; i < size; i++) {
      if (i > 0) text += ','
      text += encode(list[i], depth, most)
      if (text.length > most) throw tooLong(most)
    }
  } catch (thrown) {
    if (thrown instanceof Unfit) thrown.path = `[${i}]${thrown.path}`
    throw thrown
  }
  return `${text}]`
}

function encodeRecord(record: Record<string, unknown>, depth: number, most: number, noted: Noted | null = null): string {
  const prototype = getPrototypeOf(record)
  if (prototype !== objectPrototype && prototype !== null) throw new Unfit('is an instance of a class, not plain data')
  const names = keys(record)
  let text = '{'
  let key = ''
  try {
    for (let i = 0; i < names.length; i++) {
      key = names[i] ?? ''
      if (i > 0) text += ','
      text += writtenName(key)
      const own = encode(record[key], depth, most)
      text += own
      if (noted !== null && key === noted.name) noted.text = own
      if (text.length > most) throw tooLong(most)
    }
  } catch (thrown) {
    if (thrown instanceof Unfit) thrown.path = `.${key}${thrown.path}`
    throw thrown
  }
  return `${text}}`
}

const { freeze } = Object
const parse = JSON.parse

function freezeDeep(value: object): object {
  // Lists have their places for names.
  const names = keys(value)
  for (let i = 0; i < names.length; i++) {
    const inner = (value as Record<string, unknown>)[names[i] ?? '']
    if (typeof inner === 'object' && inner !== null) freezeDeep(inner)
  }
  return freeze(value)
}

/** What the host sends, frozen in depth: code that changes its input throws, at the line where it does. */
export function decodeFrozen(text: string): unknown {
  const value: unknown = parse(text)
  return typeof value === 'object' && value !== null ? freezeDeep(value) : value
}

/** Text that this code alone will read. */
export const decodePlain = (text: string): unknown => parse(text)
