// What the isolation laboratory found, in plain sentences: each with whether it held.

import type { LabPolicy, LabProgress, LabReport } from '../state/lab.ts'
import { whole } from './numbers.ts'

export interface Finding {
  readonly held: boolean
  readonly sentence: string
}

export const LAB_QUESTION =
  'Many policies share one base, and their requests share passes. Does any of them notice? Three policies, unlike in rank, targets, loss and step size, are trained each alone and then all together in mixed batches, on this device. Every number is compared, bit by bit.'

export function progressSentence({ arm, step, steps }: LabProgress): string {
  return arm === 'mixed' ? `All together in mixed batches: step ${step} of ${steps}` : `Alone, the policy “${arm}”: step ${step} of ${steps}`
}

const numbersOf = ({ state, sampled, trained }: LabPolicy): number => state.compared + sampled.compared + trained.compared

function policyFinding(policy: LabPolicy): Finding {
  const { name, rank, state, sampled, trained } = policy
  const differing = state.differing + sampled.differing + trained.differing
  const held = differing === 0 && state.compared > 0
  const what = `weights, moments, sampled tokens and logprobs of “${name}” (rank ${rank})`
  return {
    held,
    sentence: held
      ? `Alone and beside the others, the ${what} are the same in every bit: ${whole(numbersOf(policy))} numbers.`
      : `${whole(differing)} of ${whole(numbersOf(policy))} numbers differ: ${what} are not the same alone and beside the others.`,
  }
}

export function findingsOf(report: LabReport): readonly Finding[] {
  const { sharedBatches: shared, gradient, baseHash, baseHashUnchanged, policies } = report
  const wasShared = shared.forwardBackward > 0 && shared.optimStep > 0
  const gradientHeld = gradient.nonZero === 0 && gradient.looked > 0 && gradient.ownNonZero > 0
  return [
    {
      held: wasShared,
      sentence: wasShared
        ? `The policies really shared: ${shared.sample} batches of sampling, ${shared.forwardBackward} of gradients and ${shared.optimStep} optimizer steps served several at once.`
        : 'The policies never shared a batch of gradients and of steps, so the comparison proves nothing.',
    },
    ...policies.map(policyFinding),
    {
      held: gradientHeld,
      sentence: gradientHeld
        ? `One policy’s data leave the gradients of the others at exactly zero: ${whole(gradient.looked)} numbers looked at, while its own has ${whole(gradient.ownNonZero)} that are not zero.`
        : `After a pass over one policy’s data ${whole(gradient.nonZero)} of ${whole(gradient.looked)} numbers in the others’ gradients are not zero; its own has ${whole(gradient.ownNonZero)}.`,
    },
    {
      held: gradient.besideOtherData.differing === 0,
      sentence:
        gradient.besideOtherData.differing === 0
          ? 'Whatever data one policy brings to a shared pass, not one bit of the others’ gradients moves.'
          : `When one policy brings other data to a shared pass, ${whole(gradient.besideOtherData.differing)} numbers of the others’ gradients move.`,
    },
    {
      held: baseHashUnchanged,
      sentence: baseHashUnchanged
        ? `The base, read back from the device afterwards, has the hash of its file: ${baseHash.slice(0, 12)}….`
        : `The base, read back from the device afterwards, has another hash than its file: ${baseHash.slice(0, 12)}….`,
    },
  ]
}

export const verdictOf = ({ held, policies, steps }: LabReport): string =>
  held ? `Isolation held, for ${policies.length} policies over ${steps} steps.` : 'Isolation did not hold on this device. Please report what stands below.'
