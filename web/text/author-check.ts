// Words of the checks: what the contract suite found. What the estimates mean, the suite says itself (src/environments/suite).

import type { CheckVerdict } from '../../src/environments/suite/verdict.ts'
import type { AuthorCheck, CheckedSource } from '../state/author-check.ts'
import { milliseconds, whole } from './numbers.ts'

export const CHECKS_EMPTY = 'The checks begin by themselves a moment after you stop typing.'

/** `broken`: how many promises are. */
export function checkStanding(check: AuthorCheck, broken: number): string {
  switch (check.kind) {
    case 'idle':
      return 'Not checked yet'
    case 'checking':
      return 'Checking in the sandbox'
    case 'refused':
      return 'The sandbox refused the source'
    case 'checked':
      return `${contractWords(broken)}${check.more ? '; more plays are under way' : ''}`
  }
}

function contractWords(broken: number): string {
  return broken === 0 ? 'Keeps the contract' : `${broken} ${broken === 1 ? 'promise is' : 'promises are'} broken`
}

export function effortWords({ plays, milliseconds: took, report }: CheckedSource): string {
  const speed = report.stepsPerSecond === undefined ? '' : `, ${whole(report.stepsPerSecond)} steps a second`
  return `${plays} random plays for every check, ${milliseconds(took)} in the sandbox${speed}`
}

export function brokenWords(names: readonly string[]): string {
  const [first = ''] = names
  return names.length === 1 ? `Breaks the promise “${first}”.` : `Breaks ${names.length} promises, “${first}” the first.`
}

export function evidenceWords({ seed, actions }: CheckVerdict): string {
  if (seed === undefined) return ''
  const turns = actions?.length ?? 0
  return turns === 0 ? `Shown by the start of seed ${seed}.` : `Shown by seed ${seed} after ${turns} ${turns === 1 ? 'turn' : 'turns'}.`
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`
