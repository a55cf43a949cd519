// What the estimates of learning mean, as sentences, for the shell and the page alike: whether rewards can teach (learnability.ts), and
// whether examples can (demonstrated.ts). Knows only what was estimated.

import { at } from '../../base/assert.ts'
import type { DemonstratedReturn } from './demonstrated.ts'
import type { Learnability } from './learnability.ts'

/** Below this share of groups learning begins slowly. */
const SLOW = 0.2

/** What the estimate means, as a sentence, for the shell and the page alike. */
export function judgeLearnability({ spread, groupSize }: Pick<Learnability, 'spread' | 'groupSize'>): string {
  const least = Object.entries(spread).sort(([, a], [, b]) => a - b)
  const [agent, share] = at(least, 0)
  const percent = `${Math.round(share * 100)} %`
  const of = least.length === 1 ? '' : ` of ${agent}`
  if (share === 0)
    return `No group of ${groupSize} random plays differed in the return${of}: rewards alone teach nothing here until something else explores. Let the policy imitate first, or reward steps on the way.`
  if (share < SLOW)
    return `Only ${percent} of groups of ${groupSize} random plays differed in the return${of}: learning from rewards will start slowly. Imitation first helps.`
  const groups = share === 1 ? 'every group' : `${least.length === 1 ? '' : 'at least '}${percent} of groups`
  return `In ${groups} of ${groupSize} random plays the returns differ: there is something to learn from.`
}

const fixed = (value: number): string => value.toFixed(2)
const sumOf = (returns: Readonly<Record<string, number>>): number => Object.values(returns).reduce((sum, value) => sum + value, 0)

/** The two beside each other, as a sentence; and a warning where imitation would teach nothing good. */
export function judgeDemonstrated(demonstrated: DemonstratedReturn, { meanReturn }: Pick<Learnability, 'meanReturn'>): string {
  const agents = Object.keys(demonstrated)
  const pairs = agents.map((agent) => ({ agent, shown: demonstrated[agent] ?? 0, random: meanReturn[agent] ?? 0 }))
  const earns = pairs.map(({ agent, shown, random }) => `${agents.length === 1 ? '' : `${agent} `}${fixed(shown)} (random play: ${fixed(random)})`).join(', ')
  const sentence = `Mean return of demonstrated plays: ${earns}.`
  // What one wins the other loses: two masters earn no more between them than two who play at random.
  const fixedSum = agents.length > 1 && Math.abs(sumOf(demonstrated) - sumOf(meanReturn)) < 1e-6
  if (fixedSum) return `${sentence} What all earn together is the same however they play, so these figures do not tell how good the demonstrations are.`
  if (pairs.every(({ shown, random }) => shown <= random)) return `${sentence} That is no more than chance earns: to imitate it teaches nothing good.`
  return sentence
}
