// Words of the timeline: lanes, turns, waits, times.

import type { WaitLine } from '../../src/record/step-audit.ts'
import type { TurnRecord } from '../../src/record/step-turns.ts'
import { signed } from './numbers.ts'

export const LANE_WORDS = { phases: 'Phases', engine: 'Engine', environment: 'Environment', agents: 'Agents' } as const

export const LANES_SHOWN = 'Lanes that are unfolded'
export const PINNED_LANES = 'Pinned lanes'
export const OTHER_LANES = 'Lanes'
export const pinWords = (name: string, pinned: boolean): string => (pinned ? `Unpin ${name}` : `Pin ${name} to the top`)

/** How the lanes are arranged, for whoever does not see them; empty where they stand as they come. */
export function lanesWords(pinned: readonly string[], folded: readonly (keyof typeof LANE_WORDS)[]): string {
  const away = folded.filter((kind) => kind !== 'agents').map((kind) => LANE_WORDS[kind])
  return [
    ...(pinned.length === 0 ? [] : [`Pinned to the top: ${pinned.join(', ')}.`]),
    ...(away.length === 0 ? [] : [`Folded away: ${away.join(', ')}.`]),
    ...(folded.includes('agents') ? ['All agents share one lane, a row each.'] : []),
  ].join(' ')
}

export const laneName = ({ kind, name, agent }: { readonly kind: keyof typeof LANE_WORDS | 'agent'; readonly name: string; readonly agent: number }): string =>
  kind === 'agent' ? `${agentLetter(agent)} ${name}` : LANE_WORDS[kind]

export const SAVE_TIMELINE = 'Save the drawing'

export const TIMELINE_TO_COME =
  'Who acted when, and who waited for whom, stands here as the run goes: a lane for every agent, the engine and the environments. Press Train to begin.'
export const TURNS_GONE = 'The turns of this step were not recorded or not kept. Phases are drawn from its durations; run the same spec again for the turns.'
export const TIMELINE_KEYS =
  'Arrow keys or A and D move along, W and S come closer and go away, comma and full stop go from turn to turn, F brings the chosen turn closer, 0 shows the whole run, P pins the lane of the chosen turn, 1 to 4 fold phases, engine, environment and agents, slash searches, space plays.'

export const CLOCK_WORDS = {
  name: 'Clock',
  before: 'Turn before',
  after: 'Turn after',
  play: 'Play',
  pause: 'Pause',
  slider: 'Turn',
  nowhere: 'No turn chosen',
} as const

export const momentWords = (moment: { readonly episode: number; readonly turn: number | null } | undefined): string =>
  moment === undefined ? '' : moment.turn === null ? `Episode ${moment.episode}` : `Episode ${moment.episode}, turn ${moment.turn}`

const BLOCK_WORDS = { rollout: 'rollout', updating: 'update', evaluating: 'evaluation', sampling: 'sampling', stepping: 'stepping', turn: 'turn' } as const

/** What stands on a block of phases, engine or environment. */
export const blockWords = (kind: keyof typeof BLOCK_WORDS, step: number): string =>
  kind === 'sampling' || kind === 'stepping' ? BLOCK_WORDS[kind] : `${BLOCK_WORDS[kind]} ${step}`

/** An action is kept as JSON; a text among them reads without its marks. */
export const actionLabel = (action: string): string => (/^"[^"\\]*"$/.test(action) ? action.slice(1, -1).trim() : action)

export const DRAWN_FLAT = 'This browser gives the page no WebGL: the timeline is drawn on a plain canvas, with the same content.'

/** A letter beside the colour: A, B, … and after Z with a number. */
export const agentLetter = (place: number): string => String.fromCharCode(65 + (place % 26)) + (place < 26 ? '' : String(Math.floor(place / 26) + 1))

const VERDICTS: Readonly<Record<TurnRecord['verdict'], string>> = {
  accepted: 'played',
  parse_error: 'could not be read',
  illegal_action: 'illegal',
  cut: 'cut off by a budget',
}

export const verdictWords = (verdict: TurnRecord['verdict']): string => VERDICTS[verdict]

export function rewardWords(rewards: Readonly<Record<string, number>>): string {
  return Object.entries(rewards)
    .map(([agent, reward]) => `${agent} ${signed(reward, 2)}`)
    .join(', ')
}

export const WAIT_KINDS: Readonly<Record<WaitLine['kind'], string>> = {
  turn: 'turn barrier',
  simultaneous: 'all move at once',
  silent: 'silence',
  deadlock: 'deadlock',
}

/** Milliseconds as a label of the axis: as many decimals as the distance of labels needs. */
export function timeLabel(milliseconds: number, distance: number): string {
  if (distance >= 1000) return `${(milliseconds / 1000).toFixed(0)} s`
  if (distance >= 10) return `${(milliseconds / 1000).toFixed(distance >= 100 ? 1 : 2)} s`
  return `${milliseconds.toFixed(distance >= 1 ? 0 : 2)} ms`
}
