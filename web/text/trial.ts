// Words of the try-it view.

import type { Trial } from '../state/trial.ts'

export const TRY_EMPTY =
  'Write a task, or take a problem that was never trained on. The base model and the policy answer it through the same state machine as in training, each from its own weights.'

export const FIGURE_OF_TASK = 'The figure of the task'

export function temperatureWords(temperature: number, samples: number): string {
  return temperature === 0 ? 'always the most probable token: one answer, the same every time' : `${samples} answers drawn at random`
}

const SPLIT_WORDS: Readonly<Record<string, string>> = {
  train: 'a problem that training may draw',
  validation: 'a problem kept apart for choosing the base',
  heldOut: 'a held-out problem: never trained on',
}

export function taskWords({ split, temperature }: Trial): string {
  const part = split === null ? '' : (SPLIT_WORDS[split] ?? split)
  return `${part}${part === '' ? '' : '; '}temperature ${temperature}`
}

export function scoreWords({ right, answers }: { readonly right: number; readonly answers: number }): string {
  if (answers === 1) return right === 1 ? 'Right' : 'Wrong'
  return `${right} of ${answers} right`
}
