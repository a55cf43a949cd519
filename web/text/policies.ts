// What the comparison of two policies says, in plain sentences.

import type { Compared } from '../state/policies.ts'
import { fixed, significant, whole } from './numbers.ts'

export function weightSentence({ weights }: Compared): string {
  const { first, second, difference, cosine } = weights
  if (difference === 0) return `What both add to the base is the same: a norm of ${significant(first)}.`
  const angle = Number.isNaN(cosine) ? '' : `, and the cosine between them is ${fixed(cosine, 3)}`
  return `What they add to the base has norms of ${significant(first)} and ${significant(second)}; their difference has a norm of ${significant(difference)}${angle}.`
}

export function logprobSentence({ first, second, problems, tokens, meanDifference, greatestDifference, equalTokens }: Compared): string {
  const asked = `${first} answered ${problems} held-out problems with ${whole(tokens)} tokens`
  if (equalTokens === tokens) return `${asked}, and ${second} gives each of them the same logprob, bit for bit.`
  return `${asked}. It finds them ${significant(meanDifference)} nats a token likelier than ${second} does (an estimate of the divergence between them); the greatest difference is ${significant(greatestDifference)}.`
}
