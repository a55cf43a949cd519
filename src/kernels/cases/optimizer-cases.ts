// The gradient's norm and AdamW: entries of odd lengths in one arena, clipped and not, with and without weight decay, one whose
// gradient is not finite, numbers between the entries that nobody may touch.

import { at } from '../../base/assert.ts'
import { OPTIMIZER_BLOCK } from '../kernels.ts'
import { type AdamNumbers, adamwStep, gradientNorm } from '../reference/optimizer.ts'
import { caseNumbers, type KernelCase, relativeError, wide, withMemory } from './case.ts'

const LENGTHS = [1, 3, 63, 65, 129, 1025, 2500] as const
/** The entry whose gradient holds an infinity. */
const BROKEN = 2
const GAP = 4

const entries = LENGTHS.map((length, index) => ({ start: LENGTHS.slice(0, index).reduce((sum, value) => sum + value + GAP, GAP), length }))
const ARENA = LENGTHS.reduce((sum, length) => sum + length + GAP, GAP)

function entryTable(): { readonly table: Uint32Array<ArrayBuffer>; readonly blocks: number } {
  let blocks = 0
  const table = entries.flatMap(({ start, length }) => {
    const count = Math.ceil(length / OPTIMIZER_BLOCK)
    blocks += count
    return [start, length, blocks - count, count]
  })
  return { table: Uint32Array.from(table), blocks }
}

const gradientNumbers = (broken: boolean): Float32Array<ArrayBuffer> => {
  const gradient = caseNumbers(51, ARENA)
  if (broken) gradient[at(entries, BROKEN).start + 1] = Number.POSITIVE_INFINITY
  return gradient
}

/** Every entry its own numbers; even entries clip, some decay. Powers of beta as after step 3. */
function adamNumbers(index: number): AdamNumbers {
  const round = Math.fround
  const beta1 = round(0.9)
  const beta2 = round(index % 2 === 0 ? 0.99 : 0.999)
  return {
    learningRate: round(1e-2 * (index + 1)),
    beta1,
    beta2,
    epsilon: round(1e-8),
    weightDecay: round(index % 3 === 0 ? 0.1 : 0),
    correction1: round(1 - beta1 ** 3),
    correction2: round(1 - beta2 ** 3),
    greatestNorm: index % 2 === 0 ? 1 : 0,
  }
}

const normCase: KernelCase = {
  operation: 'gradientNorm',
  size: LENGTHS.join(', '),
  direction: 'gradient',
  run: (kernels) =>
    withMemory(kernels, async (memory) => {
      const gradient = gradientNumbers(false)
      const { table, blocks } = entryTable()
      const norms = memory.f32(entries.length)
      const call = { gradient: memory.f32(gradient), entries: memory.u32(table), entryCount: entries.length, maxBlocks: 3 }
      kernels.gradientNorm({ ...call, scratch: memory.f32(blocks), norms })
      return {
        error: relativeError(
          await memory.read(norms, entries.length),
          entries.map((entry) => gradientNorm(wide(gradient), entry)),
        ),
      }
    }),
}

const stepCase: KernelCase = {
  operation: 'adamw',
  size: `${LENGTHS.join(', ')}, one not finite`,
  direction: 'gradient',
  run: (kernels) =>
    withMemory(kernels, async (memory) => {
      const gradient = gradientNumbers(true)
      const weights = caseNumbers(52, ARENA)
      const moment1 = caseNumbers(53, ARENA, 0.1)
      const moment2 = caseNumbers(54, ARENA, 0.1).map((value) => value * value)
      const norms = Float32Array.from(entries, (entry) => gradientNorm(wide(gradient), entry))
      const numbers = entries.map((_, index) => adamNumbers(index))
      const hyper = numbers.flatMap((n) => [n.learningRate, n.beta1, n.beta2, n.epsilon, n.weightDecay, n.correction1, n.correction2, n.greatestNorm])
      const state = { weights: memory.f32(weights), gradient: memory.f32(gradient), moment1: memory.f32(moment1), moment2: memory.f32(moment2) }
      const tables = { entries: memory.u32(entryTable().table), hyper: memory.f32(Float32Array.from(hyper)), norms: memory.f32(norms) }
      kernels.adamw({ ...state, ...tables, entryCount: entries.length, maxLength: Math.max(...LENGTHS) })
      const want = { weights: wide(weights), gradient: wide(gradient), moment1: wide(moment1), moment2: wide(moment2) }
      entries.forEach((entry, index) => {
        adamwStep(want, entry, at(numbers, index), at(norms, index))
      })
      const errors = await Promise.all(
        (['weights', 'gradient', 'moment1', 'moment2'] as const).map(async (name) => relativeError(await memory.read(state[name], ARENA), want[name])),
      )
      return { error: Math.max(...errors) }
    }),
}

export function optimizerCases(): readonly KernelCase[] {
  return [normCase, stepCase]
}
