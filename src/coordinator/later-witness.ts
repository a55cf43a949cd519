// A witness that hears facts when there is time: they are kept in the order in which they happened, and handed on while the batch
// would otherwise wait for rules that live elsewhere. What is judged of them is the same; only the moment is another.

import type { Fact, Witness } from './testimony.ts'

export interface LaterWitness {
  /** Keeps a fact. */
  readonly take: Witness
  /** Hands on all that was kept. Afterwards the other has heard everything so far. */
  handOn(): void
}

export function laterWitness(witness: Witness): LaterWitness {
  let kept: Fact[] = []
  return {
    take: (fact) => kept.push(fact),
    handOn() {
      const facts = kept
      kept = []
      for (const fact of facts) witness(fact)
    },
  }
}
