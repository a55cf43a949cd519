// Words of the help sheet and of the tour.

import type { Tab } from '../state/address.ts'
import type { ShortcutName } from '../state/shortcut-keys.ts'

export const SHORTCUT_WORDS: Readonly<Record<ShortcutName, string>> = {
  help: 'This sheet',
  tokens: 'Tokens',
  try: 'Try it',
  runs: 'Runs',
  engine: 'Engine',
  search: 'Search the sequences of a step',
  previousStep: 'Tokens of the step before',
  nextStep: 'Tokens of the step after',
}

/** Keys that work where their thing has the focus, by that place. */
export const PLACE_KEYS: readonly { readonly place: string; readonly keys: readonly (readonly [keys: string, words: string])[] }[] = [
  {
    place: 'In the tokens',
    keys: [
      ['← →', 'From token to token'],
      ['↑ ↓', 'To the sibling before or after'],
      ['Home End', 'To the ends of a sequence'],
      ['Page ↑ ↓', 'From group to group'],
    ],
  },
  {
    place: 'In the timeline',
    keys: [
      ['A D', 'Back and forth along it'],
      ['W S', 'Closer, further away'],
      ['0 F', 'The whole run, the chosen turn'],
      [', .', 'To the turn before or after; space plays'],
      ['P', 'Pins the lane of the chosen turn'],
      ['1 2 3 4', 'Folds phases, engine, environment, agents'],
    ],
  },
  {
    place: 'Elsewhere',
    keys: [
      ['Esc', 'Lets go of a token, takes a setting back, closes what is open'],
      ['← →', 'At the edge of a zone: its width; Home, End and Esc too'],
    ],
  },
]

export interface TourStop {
  /** What it speaks of, as a selector of the page. */
  readonly target: string
  readonly tab: Tab
  readonly title: string
  readonly text: string
}

export const TOUR: readonly TourStop[] = [
  {
    target: '.dock',
    tab: 'charts',
    title: 'One button',
    text: 'Train starts a run in this tab. Until then a recorded run plays here. A run can be paused, made step by step, and stopped.',
  },
  {
    target: '.headline',
    tab: 'charts',
    title: 'Does it work?',
    text: 'The return (all rewards of a play together) on problems that were never trained on, before and now, with its interval. Below, the same as a curve, with the base and the controls in the frame.',
  },
  {
    target: '.machine',
    tab: 'tokens',
    title: 'Where the episodes are',
    text: 'Every episode goes from context to writing, to the environment’s judgement, to its end. The counts are live.',
  },
  {
    target: '.token-bar',
    tab: 'tokens',
    title: 'Every token',
    text: 'All that was sampled in a step, siblings side by side. The edge says who wrote a token, the fill whether it is trained on, the bar what it was worth. Point at one for the rest.',
  },
  {
    target: '.zone-decide',
    tab: 'settings',
    title: 'What is decided',
    text: 'Preset, seed, controls and every setting, each with its explanation and its range; the memory plan says whether it fits.',
  },
  {
    target: '.try-form',
    tab: 'try',
    title: 'Try it',
    text: 'Give base and trained policy the same task and compare their answers. This is the first thing to do after training.',
  },
]
