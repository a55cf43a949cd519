// Words for what a run is doing: phases, statuses, stop reasons, states. Sentence case, plain words.

import type { EpisodeState, StopReason } from '../../src/episode/trajectory.ts'
import type { Arm, RunPhase } from '../../src/record/events.ts'
import type { ViewStatus } from '../state/run-view.ts'

export const PHASE_WORDS: Readonly<Record<RunPhase, string>> = {
  preparing: 'Preparing the model and the kernels',
  evaluating: 'Evaluating on held-out problems',
  imitating: 'Learning from examples',
  rollout: 'Sampling episodes',
  updating: 'Updating the adapter',
  control: 'Running the controls',
  idle: 'At rest',
}

export const STATUS_WORDS: Readonly<Record<ViewStatus, string>> = {
  starting: 'Starting',
  running: 'Running',
  paused: 'Paused',
  finished: 'Finished',
  stopped: 'Stopped',
  played: 'A game, kept',
  failed: 'Failed',
  interrupted: 'Interrupted: the page was closed during this run',
}

export const ARM_WORDS: Readonly<Record<Arm, string>> = {
  policy: 'Policy',
  random: 'Random policy',
  shuffled: 'Shuffled rewards',
  frozen: 'Frozen adapter',
  swapped: 'Swapped adapters',
  blank: 'Blank pictures',
  'shuffled-pictures': 'Shuffled pictures',
}

export const ARM_HELP = {
  random: 'Plays at random: the floor below which nothing was learnt.',
  shuffled: 'Trains the same way with rewards dealt out at random within the batch: a real effect must vanish.',
  frozen: 'The adapter is never changed: the curve must stay flat.',
  swapped: 'Every agent plays with the adapter of another: what an agent learned for itself must not serve the others.',
  blank: 'Trains the same way on black pictures: what it earns, it earns without seeing.',
  'shuffled-pictures': 'Trains the same way with the pictures of other problems: seeing something must not be enough.',
} as const

export const STATE_WORDS: Readonly<Record<EpisodeState, string>> = {
  PENDING: 'context: given to the policy',
  GENERATING: 'written by the policy',
  INTERACTING: 'put in by the environment',
  TERMINATED: 'after the end',
}

export const STOP_WORDS: Readonly<Record<StopReason, string>> = {
  completed: 'completed',
  truncated_turns: 'out of turns',
  truncated_tokens: 'out of tokens',
  context_overflow: 'context full',
  parse_error: 'unreadable answer',
  illegal_action: 'illegal action',
  environment_error: 'environment failed',
  silent_agent: 'no answer in time',
  deadlock: 'nobody could act',
  cancelled: 'cancelled',
}

/** "about 4 minutes", never more exact than it can be. */
export function roughly(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return 'a few seconds'
  if (seconds < 55) return `about ${Math.round(seconds / 5) * 5} seconds`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} minute${minutes === 1 ? '' : 's'}`
  const hours = Math.round(minutes / 30) / 2
  return `about ${hours} hour${hours === 1 ? '' : 's'}`
}

/** In the view Author, beside the button that trains the settings in every other view. */
export const trainsFile = (name: string): string => `Trains “${name}”, the source in the editor.`
