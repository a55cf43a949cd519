// Words of the token view's filters and of an episode's path.

import type { StopReason } from '../../src/episode/trajectory.ts'
import type { Visit } from '../state/episode-path.ts'
import type { TokenFilter, TokenSort } from '../state/token-filter.ts'
import { STOP_WORDS } from './run-words.ts'

export const SORT_WORDS: Readonly<Record<TokenSort, string>> = {
  group: 'as played',
  lowReward: 'lowest reward first',
  highReward: 'highest reward first',
  spread: 'greatest spread first',
  unsure: 'least sure first',
  long: 'longest first',
}

export const REWARD_WORDS: Readonly<Record<NonNullable<TokenFilter['reward']>, string>> = { full: 'full', partial: 'in part', none: 'none' }
export const ADVANTAGE_WORDS: Readonly<Record<NonNullable<TokenFilter['advantage']>, string>> = { above: 'above zero', below: 'below zero', zero: 'zero' }

const counted = (count: number): string => `${count} token${count === 1 ? '' : 's'}`

/** One stop of a path, in a few words. */
export function visitWords({ state, tokens }: Visit, stop: StopReason): string {
  switch (state) {
    case 'PENDING':
      return `context, ${counted(tokens)}`
    case 'GENERATING':
      return `wrote ${counted(tokens)}`
    case 'INTERACTING':
      return tokens === 0 ? 'judged by the environment' : `environment put in ${counted(tokens)}`
    case 'TERMINATED':
      return STOP_WORDS[stop]
  }
}

export const ALTERNATIVES_WAIT = {
  asking: 'Asking what it could have been',
  noEngine: 'What it could have been is told as soon as the engine is ready.',
} as const

export function answeredBy({ version, sameVersion }: { readonly version: number; readonly sameVersion: boolean }, wrote: number): string {
  const name = (one: number): string => (one === 0 ? 'the base' : `version ${one}`)
  if (sameVersion) return `By ${name(version)}, which wrote it.`
  return `By ${name(version)}, the nearest at hand; ${name(wrote)} wrote it.`
}
