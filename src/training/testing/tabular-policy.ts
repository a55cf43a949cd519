// A policy small enough to know by heart: one row of logits for every prefix of tokens that was ever trained on,
// beside fixed base logits that like digits and end a text after one. Exact gradients, AdamW, float64. For tests of
// everything that talks to a training service, without a model.

import { at } from '../../base/assert.ts'
import { bytesOf, bytesOfText, sha256Hex } from '../../base/hash.ts'
import type { AdamParams } from '../../service/index.ts'

export const TABULAR_VOCABULARY = 128

export type Table = Map<string, Float64Array>

export interface TabularAdapter {
  readonly weights: Table
  readonly gradients: Table
  readonly moment1: Table
  readonly moment2: Table
  version: number
}

export const createTabularAdapter = (): TabularAdapter => ({ weights: new Map(), gradients: new Map(), moment1: new Map(), moment2: new Map(), version: 0 })

const isDigit = (token: number | undefined): boolean => token !== undefined && token >= 48 && token <= 57
const STOPS = [10, 59]

/** The base's logits after a prefix. */
function baseLogits(prefix: Uint32Array): Float64Array {
  const afterDigit = isDigit(prefix.at(-1))
  return Float64Array.from({ length: TABULAR_VOCABULARY }, (_, token) => {
    if (isDigit(token)) return afterDigit ? 0 : 3
    return STOPS.includes(token) && afterDigit ? 4 : -4
  })
}

/** Kept until the weights move: most of a test's time would go into asking again. */
const known = new WeakMap<Table, Map<string, Float32Array>>()
const BASE_TABLE: Table = new Map()

/** log p of every next token after a prefix, rounded to float32 as an engine would record it. */
export function tabularLogprobs(weights: Table | null, prefix: Uint32Array, temperature: number): Float32Array {
  const table = weights ?? BASE_TABLE
  const answers = known.get(table) ?? new Map<string, Float32Array>()
  known.set(table, answers)
  const question = `${temperature}/${prefix.join(' ')}`
  const answer = answers.get(question) ?? computeLogprobs(table, prefix, temperature)
  answers.set(question, answer)
  return answer
}

function computeLogprobs(weights: Table, prefix: Uint32Array, temperature: number): Float32Array {
  const row = weights.get(prefix.join(' '))
  const logits = baseLogits(prefix).map((logit, token) => (logit + (row?.[token] ?? 0)) / temperature)
  const greatest = Math.max(...logits)
  const total = logits.reduce((sum, logit) => sum + Math.exp(logit - greatest), 0)
  return Float32Array.from(logits, (logit) => logit - greatest - Math.log(total))
}

/** The same among some tokens alone, renormalised: −∞ elsewhere. Undefined: all of them. */
export function amongTokens(logprobs: Float32Array, allowed: Uint32Array | undefined): Float32Array {
  if (allowed === undefined) return logprobs
  const total = Math.log(allowed.reduce((sum, token) => sum + Math.exp(at(logprobs, token)), 0))
  const masked = new Float32Array(logprobs.length).fill(Number.NEGATIVE_INFINITY)
  for (const token of allowed) masked[token] = at(logprobs, token) - total
  return masked
}

function rowOf(table: Table, key: string): Float64Array {
  const made = table.get(key)
  if (made !== undefined) return made
  const row = new Float64Array(TABULAR_VOCABULARY)
  table.set(key, row)
  return row
}

/** Adds dLoss/dlogprob at one token to the gradient of its prefix's row. */
export function addGradient(adapter: TabularAdapter, prefix: Uint32Array, token: number, slope: number, temperature: number, allowed?: Uint32Array): void {
  const row = rowOf(adapter.gradients, prefix.join(' '))
  amongTokens(tabularLogprobs(adapter.weights, prefix, temperature), allowed).forEach((logprob, other) => {
    row[other] = at(row, other) + (slope * ((other === token ? 1 : 0) - Math.exp(logprob))) / temperature
  })
}

/** AdamW with clipping by the global norm. Returns the norm before clipping. */
export function tabularStep(adapter: TabularAdapter, params: AdamParams): { readonly gradNorm: number; readonly skipped: boolean } {
  let square = 0
  for (const row of adapter.gradients.values()) for (const value of row) square += value * value
  const gradNorm = Math.sqrt(square)
  const skipped = !Number.isFinite(gradNorm)
  if (!skipped) {
    adapter.version++
    const clip = params.gradClipNorm > 0 && gradNorm > params.gradClipNorm ? params.gradClipNorm / gradNorm : 1
    for (const [key, gradient] of adapter.gradients) {
      const [weights, moment1, moment2] = [rowOf(adapter.weights, key), rowOf(adapter.moment1, key), rowOf(adapter.moment2, key)]
      gradient.forEach((value, i) => {
        moment1[i] = params.beta1 * at(moment1, i) + (1 - params.beta1) * value * clip
        moment2[i] = params.beta2 * at(moment2, i) + (1 - params.beta2) * (value * clip) ** 2
        const mean = at(moment1, i) / (1 - params.beta1 ** adapter.version)
        const spread = Math.sqrt(at(moment2, i) / (1 - params.beta2 ** adapter.version))
        weights[i] = at(weights, i) * (1 - params.learningRate * params.weightDecay) - (params.learningRate * mean) / (spread + params.epsilon)
      })
    }
  }
  adapter.gradients.clear()
  known.delete(adapter.weights)
  return { gradNorm, skipped }
}

export const copyTable = (table: Table): Table => new Map([...table].map(([key, row]) => [key, row.slice()]))

/** A table as float32 columns, bit for bit: its keys as text and its float64 rows, byte by byte, behind their lengths. */
export function packTable(table: Table): Float32Array {
  const keys = bytesOfText(JSON.stringify([...table.keys()]))
  const start = 8 + 8 * Math.ceil(keys.length / 8)
  const bytes = new Uint8Array(start + table.size * TABULAR_VOCABULARY * 8)
  new Uint32Array(bytes.buffer, 0, 1)[0] = keys.length
  bytes.set(keys, 8)
  let offset = start
  for (const row of table.values()) {
    new Float64Array(bytes.buffer, offset, row.length).set(row)
    offset += 8 * row.length
  }
  return new Float32Array(bytes.buffer)
}

export function unpackTable(packed: Float32Array): Table {
  const bytes = bytesOf(packed)
  const length = at(new Uint32Array(bytes.buffer, 0, 1), 0)
  const keys: readonly string[] = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
  const start = 8 + 8 * Math.ceil(length / 8)
  const size = 8 * TABULAR_VOCABULARY
  return new Map(keys.map((key, index) => [key, new Float64Array(bytes.buffer, start + index * size, TABULAR_VOCABULARY).slice()]))
}

export function hashTable(table: Table): Promise<string> {
  const rows = [...table].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => `${key}:${row.join(',')}`)
  return sha256Hex(bytesOfText(rows.join('\n')))
}
