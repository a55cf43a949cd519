// The whole model against PyTorch: logits, log-probabilities, loss, the gradient of every base weight, and the same with an
// adapter on all seven projections. Knows fixtures; knows no device.

import { at } from '../../base/assert.ts'
import { type KernelCase, relativeError } from '../../kernels/cases/case.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { CaseAdapter } from './case-adapters.ts'
import { expectedOf, type Fixture, fixtures } from './fixtures.ts'
import { type ModelNumbers, runModel } from './run-model.ts'

const PEFT_PREFIX = 'base_model.model.'

const adapterOf = ({ adapter }: Fixture): CaseAdapter => ({
  ...adapter,
  factors: new Map([...adapter.factors].map(([name, values]) => [name.slice(PEFT_PREFIX.length), values])),
})

/** log softmax of one row at the target, in float64. */
function logprobOf(logits: Float32Array, vocabulary: number, row: number, target: number): number {
  const own = Array.from(logits.subarray(row * vocabulary, (row + 1) * vocabulary))
  const highest = Math.max(...own)
  return at(own, target) - highest - Math.log(own.reduce((sum, value) => sum + Math.exp(value - highest), 0))
}

/** The worst of all tensors, each relative to its own norm. */
function worst(got: ReadonlyMap<string, Float32Array>, want: (name: string) => Float32Array): number {
  return Math.max(...[...got].map(([name, values]) => relativeError(values, want(name))))
}

function comparisons(fixture: Fixture, adapted: boolean): readonly (readonly [what: string, 'forward' | 'gradient', (got: ModelNumbers) => number])[] {
  const prefix = adapted ? 'adapted.' : ''
  const { vocabulary } = fixture.config
  const logits = fixture.sequences.map((_, index) => expectedOf(fixture, `${prefix}logits.${index}`))
  const logprobs = fixture.sequences.map(({ tokens }, s) =>
    Array.from(tokens, (token, i) => (i === 0 ? 0 : logprobOf(at(logits, s), vocabulary, i - 1, token))),
  )
  const loss = adapted ? fixture.adaptedLoss : fixture.loss
  return [
    [
      'logits',
      'forward',
      (got) =>
        relativeError(
          got.logits.flatMap((rows) => [...rows]),
          logits.flatMap((rows) => [...rows]),
        ),
    ],
    [
      'logprobs',
      'forward',
      (got) =>
        relativeError(
          got.logprobs.flatMap((row) => [...row]),
          logprobs.flat(),
        ),
    ],
    ['loss', 'forward', (got) => relativeError([got.loss], [loss])],
    adapted
      ? ['factors', 'gradient', (got) => worst(at(got.adapterGradients, 0), (name) => expectedOf(fixture, `adapted.gradient.${PEFT_PREFIX}${name}`))]
      : ['every weight', 'gradient', (got) => worst(got.baseGradients, (name) => expectedOf(fixture, `gradient.${name}`))],
  ]
}

/** One pass serves all comparisons of a fixture on an engine. */
function runOnce(fixture: Fixture, adapted: boolean): (kernels: Kernels) => Promise<ModelNumbers> {
  const done = new WeakMap<Kernels, Promise<ModelNumbers>>()
  return (kernels) => {
    const known = done.get(kernels)
    if (known !== undefined) return known
    const { config, weights } = fixture
    const sequences = fixture.sequences.map((sequence) => ({ ...sequence, slot: adapted ? 1 : 0 }))
    const run = runModel(kernels, { config, weights, sequences, adapters: adapted ? [adapterOf(fixture)] : [] })
    done.set(kernels, run)
    return run
  }
}

export function fixtureCases(): readonly KernelCase[] {
  return fixtures().flatMap((fixture) =>
    [false, true].flatMap((adapted) => {
      const run = runOnce(fixture, adapted)
      return comparisons(fixture, adapted).map(([what, direction, compare]) => ({
        operation: `model against PyTorch, ${adapted ? 'with an adapter' : 'base'}: ${what}`,
        size: fixture.name,
        direction,
        run: async (kernels: Kernels) => ({ error: compare(await run(kernels)) }),
      }))
    }),
  )
}
