// Thrift's compact protocol as far as the metadata of a Parquet file needs it: structs of whole numbers, texts, lists and structs.
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

/** A whole number says how wide its field is; a struct has its fields by number. */
export type Thrift = { readonly i32: number } | { readonly i64: number } | { readonly text: string } | { readonly list: readonly Thrift[] } | ThriftStruct
export type ThriftStruct = { readonly fields: readonly (readonly [id: number, value: Thrift])[] }

export const i32 = (value: number): Thrift => ({ i32: value })
export const i64 = (value: number): Thrift => ({ i64: value })
export const text = (value: string): Thrift => ({ text: value })
export const list = (...values: readonly Thrift[]): Thrift => ({ list: values })
export const struct = (...fields: ThriftStruct['fields']): ThriftStruct => ({ fields })

const TYPES = { i32: 5, i64: 6, text: 8, list: 9, fields: 12 } as const

function typeOf(value: Thrift): number {
  if ('i32' in value) return TYPES.i32
  if ('i64' in value) return TYPES.i64
  if ('text' in value) return TYPES.text
  return 'list' in value ? TYPES.list : TYPES.fields
}

/** Seven bits a byte, the lowest first. Not negative. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left]
    bytes.push((left % 128) + 128)
  }
}

/** Whole numbers are written with the sign in the lowest bit; none here is negative. */
const zigzag = (value: number): number[] => varint(2 * value)

function encode(value: Thrift): number[] {
  if ('i32' in value) return zigzag(value.i32)
  if ('i64' in value) return zigzag(value.i64)
  if ('text' in value) {
    const bytes = new TextEncoder().encode(value.text)
    return [...varint(bytes.length), ...bytes]
  }
  if ('list' in value) return encodeList(value.list)
  return encodeStruct(value)
}

function encodeList(values: readonly Thrift[]): number[] {
  const [first] = values
  const type = first === undefined ? TYPES.i32 : typeOf(first)
  const head = values.length < 15 ? [values.length * 16 + type] : [0xf0 + type, ...varint(values.length)]
  return [...head, ...values.flatMap(encode)]
}

/** Fields come in the order of their numbers, each told by its distance from the last. */
export function encodeStruct({ fields }: ThriftStruct): number[] {
  let last = 0
  const bytes = fields.flatMap(([id, value]) => {
    const head = (id - last) * 16 + typeOf(value)
    last = id
    return [head, ...encode(value)]
  })
  return [...bytes, 0]
}
