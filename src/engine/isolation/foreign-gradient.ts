// What another adapter's data do to an adapter's gradient: nothing. Alone they leave it at exactly zero; in a shared pass they
// may be anything, and not one of its bits moves. Knows policies; knows no tasks.

import { at } from '../../base/assert.ts'
import { BASE_SNAPSHOT, type Datum, type LossSpec } from '../../service/index.ts'
import { type Comparison, compare, together } from '../cases/engine-case.ts'
import type { IsolationEngine, IsolationPolicy } from './policy.ts'

export interface ForeignGradient {
  /** Numbers of the others' gradients that were not zero after a pass over one policy's data: 0, or isolation is broken. */
  readonly nonZero: number
  /** Numbers of the others' gradients that were looked at. */
  readonly looked: number
  /** Numbers of the policy's own gradient that were not zero: 0 would prove nothing. */
  readonly ownNonZero: number
  /** The others' gradients in a shared pass, once beside one policy's data and once beside other data of it. */
  readonly besideOtherData: Comparison
}

interface Lesson {
  readonly data: readonly Datum[]
  readonly loss: LossSpec
}

const countNonZero = (values: Float32Array): number => values.reduce((count, value) => count + (value === 0 ? 0 : 1), 0)

/** The first policy is the one whose data are looked at. */
export async function foreignGradient({ engine }: IsolationEngine, policies: readonly IsolationPolicy[]): Promise<ForeignGradient> {
  const lessonOf = (policy: IsolationPolicy, step: number): Promise<Lesson> =>
    policy.learn(step, async (request) => (await engine.sample({ ...request, snapshot: BASE_SNAPSHOT }).result).sequences)
  const lessons: Lesson[] = []
  for (const policy of policies) lessons.push(await lessonOf(policy, 1))
  const otherwise = await lessonOf(at(policies, 0), 2)
  const adapters: string[] = []
  for (const { adapter } of policies) adapters.push(await engine.createAdapter(adapter))

  const own = at(adapters, 0)
  await engine.forwardBackward({ adapter: own, ...at(lessons, 0) }).result
  let [nonZero, looked] = [0, 0]
  for (const other of adapters.slice(1)) {
    const gradient = await engine.takeGradient(other)
    nonZero += countNonZero(gradient)
    looked += gradient.length
  }
  const ownNonZero = countNonZero(await engine.takeGradient(own))

  const beside = async (first: Lesson): Promise<readonly Float32Array[]> => {
    const shared = [first, ...lessons.slice(1)]
    await Promise.all(shared.map((lesson, index) => engine.forwardBackward({ adapter: at(adapters, index), ...lesson }).result))
    const gradients: Float32Array[] = []
    for (const adapter of adapters) gradients.push(await engine.takeGradient(adapter))
    return gradients.slice(1)
  }
  const [one, two] = [await beside(at(lessons, 0)), await beside(otherwise)]
  return { nonZero, looked, ownNonZero, besideOtherData: together(one.map((gradient, index) => compare(gradient, two[index] ?? []))) }
}
