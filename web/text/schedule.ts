// Words for the engine's queue: what is done, and why what waits has to wait.

import type { Priority, WaitReason, Work } from '../state/schedule.ts'

export const WORK_WORDS: Readonly<Record<Work, string>> = {
  sample: 'sampling',
  forward: 'a forward pass',
  forwardBackward: 'a gradient',
  optimStep: 'an optimizer step',
  manage: 'bookkeeping',
}

export const PRIORITY_WORDS: Readonly<Record<Priority, string>> = { low: 'Low', normal: 'Normal', high: 'High' }

export const PRIORITY_HELP = 'While several runs have work: a high one gets four times the tokens of a normal one, a low one a quarter.'

/** One sentence; `nameOf` gives a client's name. */
export function waitSentence(reason: WaitReason | null, nameOf: (client: string) => string): string {
  if (reason === null) return 'It is taken with the next round.'
  switch (reason.why) {
    case 'held':
      return 'It is held here until you let it go.'
    case 'order':
      return `It comes after ${WORK_WORDS[reason.behind]} of the same adapter, which was asked for earlier.`
    case 'share':
      return `${nameOf(reason.first)} has had fewer tokens and goes first.`
    case 'kind':
      return `The engine is at ${WORK_WORDS[reason.work]} for ${nameOf(reason.first)}, which this cannot share.`
    case 'room':
      return `The pass of ${nameOf(reason.first)} is full.`
  }
}

export function sharedSentence(drawn: number, shared: number): string {
  if (drawn === 0) return 'Nothing was computed in the last ten seconds.'
  if (shared === 0) return `${drawn} batches in the last ten seconds, each for one adapter.`
  return `${drawn} batches in the last ten seconds; ${shared} of them served several adapters at once.`
}
