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
  if (key === '__proto__') throw new Unfit('is a name that plain data may not have')
  const text = `${stringify(key)}:`
  if (written.size < MOST_WRITTEN) written.set(key, text)
  return text
}

/**
 * What hooks were given and give back unchanged: frozen lists and records of nothing but texts, numbers, true, false and null, with their
 * text once it is known. Nothing deeper, whose text would hide how deep it is.
 */
let flat = new Map<object, string>()

export const forgetFlat = (): void => {
  flat = new Map()
}

/** What is longer than `most` is refused as soon as it is, in whatever list or record it is met. */
function encode(item: unknown, depth: number, most: number): string {
  if (typeof item === 'string') return stringify(item)
  if (item === true) return 'true'
  if (item === false) return 'false'
  if (typeof item === 'number') {
    if (!finite(item)) throw new Unfit(`is ${item}, not a finite number`)
    // Minus zero is written as zero.
    return `${item}`
  }
  if (typeof item !== 'object') throw new Unfit(`is ${typeof item === 'undefined' ? 'undefined' : `a ${typeof item}`}, not plain data`)
  if (item === null) return 'null'
  if (depth === deepest) throw new Unfit(`is nested more than ${deepest} deep, or contains itself`)
  const known = flat.get(item)
  if (known === undefined) return encodeObject(item, depth, most)
  if (known !== '') return known
  const text = encodeObject(item, depth, most)
  flat.set(item, text)
  return text
}

function encodeObject(item: object, depth: number, most: number): string {
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
      const value = list[i]
      text += typeof value === 'string' ? stringify(value) : encode(value, depth, most)
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
      text += written.get(key) ?? writtenName(key)
      const value = record[key]
      const own = typeof value === 'string' ? stringify(value) : encode(value, depth, most)
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

/** `given`: hooks will be given it again and again, until it is forgotten. */
function freezeDeep(value: object, given: boolean): object {
  let deep = false
  const names = isArray(value) ? null : keys(value)
  const entries = value as { readonly [name: string]: unknown; readonly [place: number]: unknown }
  const size = names === null ? (value as readonly unknown[]).length : names.length
  for (let i = 0; i < size; i++) {
    const inner = names === null ? entries[i] : entries[names[i] ?? '']
    if (typeof inner !== 'object' || inner === null) continue
    deep = true
    freezeDeep(inner, given)
  }
  if (given && !deep) flat.set(value, '')
  return freeze(value)
}

/** What the host sends, frozen in depth: code that changes its input throws, at the line where it does. */
export function decodeFrozen(text: string, given = false): unknown {
  const value: unknown = parse(text)
  return typeof value === 'object' && value !== null ? freezeDeep(value, given) : value
}

/** Text that this code alone will read. */
export const decodePlain = (text: string): unknown => parse(text)
