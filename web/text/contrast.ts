// Words of the faulty coordinators and of what is seen beside the sound one.

import type { CoordinatorFault } from '../../src/record/spec.ts'
import { whole } from './numbers.ts'

export const FAULT_WORDS: Readonly<Record<CoordinatorFault, { readonly title: string; readonly what: string }>> = {
  no_turn_barrier: {
    title: 'No turn barrier',
    what: 'Another agent is asked before the actions of this turn have been played: it writes from a state that is gone when its words count.',
  },
  shuffled_order: {
    title: 'Shuffled order',
    what: 'Turns go to whoever chance names: the action of one agent is played as that of another.',
  },
  double_move: { title: 'Double move', what: 'Who has just acted acts once more, and the next agent loses its turn.' },
  update_during_rollout: {
    title: 'Update during rollout',
    what: 'The weights change while episodes are open: one game is played by two versions.',
  },
  reward_to_last_mover: { title: 'Reward to the last mover', what: 'Whatever a turn pays goes to who acted last, whoever earned it.' },
  leaked_observation: { title: 'Leaked observation', what: 'An agent is shown what another one sees before its own observation.' },
}

export const CONTRAST_WORDS = {
  title: 'A coordinator breaks a rule',
  open: 'Watch a rule broken',
  close: 'Back to the run',
  lead: 'Scripted players draw legal actions from one seed, under a faulty coordinator and under the sound one. The auditor hears both and is told of neither.',
  fault: 'Fault',
  table: 'Game',
  seed: 'Seed',
  another: 'Another seed',
  playing: 'Both coordinators play the same seed.',
  sound: 'The sound coordinator',
  never: 'In this game and with this seed the fault found no occasion to show. Another game or seed has one.',
  unseen: 'This fault changes no action: what it breaks stands in the findings.',
} as const

export const heldWords = (held: number): string => `All ${whole(held)} comparisons held.`
export const brokenWords = (held: number, broken: number): string => `${whole(broken)} of ${whole(held + broken)} comparisons did not hold.`
export const episodeOption = (episode: number, showed: boolean): string => (showed ? `Episode ${episode}: the rule is broken` : `Episode ${episode}`)
export const waveLabel = (time: number): string => `turn ${Math.round(time / 1000)}`
