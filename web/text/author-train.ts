// Words of training on an authored source: what the plan is, and what the runs trained on.

import type { RunSpec, SourceReload } from '../../src/record/spec.ts'
import type { ReloadState } from '../state/author-train.ts'

export function planWords({ steps, imitation, base, rollout }: RunSpec, demonstrates: boolean): string {
  const begins = imitation.steps
  const examples = demonstrates ? 'what its demonstrate() plays' : 'legal moves at random, so that it learns to speak the format'
  const first = begins === 0 ? 'It learns from rewards from the first step.' : `The first ${begins} imitate ${examples}; from then on rewards teach.`
  return `${steps} steps on the base ${base}, ${rollout.groups} groups of ${rollout.groupSize} episodes each. ${first}`
}

export const TRAIN_WAITS = 'The source must be accepted by the sandbox before it can be trained on. The checks say what is wrong.'

export const TRAIN_BROKEN = 'The source breaks promises of the contract; a run on it may fail or learn something else than you mean.'

export const NEWER_SOURCE = 'You have changed the source since. This run goes on with the version that it has.'

export const RELOAD_WORDS = {
  button: 'Go on with the new source',
  hint: 'Episodes that are open end on the version that they began with; from the next step on the new one is played',
  follow: 'Go on with every edit that keeps the contract',
}

export function reloadWords(state: ReloadState): string {
  const version = state.hash.slice(0, 8)
  switch (state.kind) {
    case 'checking':
      return `Version ${version} is held against the contract first.`
    case 'waiting':
      return `Version ${version} waits for the next step.`
    case 'taken':
      return `Since step ${state.after + 1} it plays version ${version}.`
    case 'failed':
      return `Version ${version} was not taken; the run goes on as it was.`
  }
}

export const versionWords = ({ after, source }: SourceReload): string => `from step ${after + 1} version ${source.slice(0, 8)}`

export const spreadWords = (share: number): string =>
  share === 0
    ? 'Under the policy itself no group’s returns differed in the newest step: rewards taught nothing there.'
    : `Under the policy itself the returns differed in ${Math.round(share * 100)} % of the groups of the newest step: from these it learned.`
