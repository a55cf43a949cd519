// A faulty coordinator beside the sound one, as the page shows it: which tables there are, what was played, and where on two timelines
// of one measure it stands. Pure; a wave is one unit of time, because scripts answer at once.

import type { ErrorData } from '../../src/base/errors.ts'
import type { Json } from '../../src/base/json.ts'
import type { DrawnScene } from '../../src/environments/scene.ts'
import type { CoordinatorFault } from '../../src/record/spec.ts'
import type { AuditViolation } from '../../src/record/step-audit.ts'
import type { StepTurns } from '../../src/record/step-turns.ts'
import { type Moment, momentsOf } from './clock.ts'
import { turnOfFinding } from './timeline.ts'

export const FAULTS = [
  'no_turn_barrier',
  'shuffled_order',
  'double_move',
  'update_during_rollout',
  'reward_to_last_mover',
  'leaked_observation',
] as const satisfies readonly CoordinatorFault[]

/** Games of several agents that scripts can play. */
export const TABLES = [
  { id: 'tictactoe-v1', title: 'Tic-tac-toe', config: { opponent: 'none' } },
  { id: 'gomoku-v1', title: 'Gomoku', config: { opponent: 'none' } },
  { id: 'kuhn-v1', title: 'Kuhn poker', config: {} },
  { id: 'harvest-v1', title: 'Harvest for three', config: {} },
  { id: 'harvest-8-v1', title: 'Harvest for eight', config: {} },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly config: Json }[]
export type TableId = (typeof TABLES)[number]['id']

export interface ContrastSetting {
  readonly fault: CoordinatorFault
  readonly table: TableId
  readonly seed: number
}

/** Where the fault shows at most tables. */
export const FIRST_CONTRAST: ContrastSetting = { fault: 'double_move', table: 'tictactoe-v1', seed: 1 }

/** What an address names; null where it names no fault. */
export function contrastOf({
  fault,
  table = FIRST_CONTRAST.table,
  seed = FIRST_CONTRAST.seed,
}: { readonly [K in keyof ContrastSetting]?: ContrastSetting[K] | undefined }): ContrastSetting | null {
  return fault === undefined ? null : { fault, table, seed }
}

export interface ContrastSide {
  readonly turns: StepTurns
  readonly scenes: Readonly<Record<number, readonly DrawnScene[]>>
  readonly checksHeld: number
  readonly violations: readonly AuditViolation[]
}

export interface ContrastPlayed {
  readonly title: string
  readonly sound: ContrastSide
  readonly faulty: ContrastSide
  readonly showed: readonly number[]
}

export type ContrastState =
  | { readonly kind: 'none' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'shown'; readonly setting: ContrastSetting; readonly played: ContrastPlayed }
  | { readonly kind: 'failed'; readonly error: ErrorData }

/** A wave's length on the axis. */
export const WAVE = 1000

const lastWave = ({ turns, waits }: StepTurns): number => Math.max(-1, ...turns.map(({ wave }) => wave), ...waits.map(({ wave }) => wave))

/** One episode of a side, for the layout of a timeline; both sides have the length of the longer one. */
export function contrastTimeline({ sound, faulty }: ContrastPlayed, side: 'sound' | 'faulty', episode: number) {
  const own = side === 'sound' ? sound : faulty
  const mine = ({ turns }: ContrastSide): StepTurns => ({
    ...turns,
    turns: turns.turns.filter((one) => one.episode === episode),
    waits: turns.waits.filter((one) => one.episode === episode),
  })
  const waves = 1 + Math.max(lastWave(mine(sound)), lastWave(mine(faulty)))
  const length = waves * WAVE
  const failed = findingsOf(own, episode).flatMap(({ turn, violation }) =>
    turn === null ? [] : [`1/${violation.episode}/${turn.turn}/${agentOf(own, violation, turn.turn)}`],
  )
  const spanOf = (wave: number) => [(wave + 0.06) * WAVE, (wave + 0.94) * WAVE] as const
  const { turns, waits } = mine(own)
  return {
    ...{ length, agents: own.turns.agents, evaluations: [], episode, failed: new Set(failed), agentsOnly: true },
    steps: [
      {
        ...{ step: 1, from: 0, to: length, rollout: [0, length] as const, updating: null, waves: [] },
        ...{ turns, waits, turnSpans: turns.map(({ wave }) => spanOf(wave)), waitTimes: waits.map(({ wave }) => spanOf(wave)[0]) },
      },
    ],
  }
}

export interface Finding {
  readonly violation: AuditViolation
  readonly turn: Moment | null
}

/** What the auditor found in an episode, each at the turn that had been reached. */
export function findingsOf({ turns, violations }: ContrastSide, episode: number): readonly Finding[] {
  return violations
    .filter((one) => one.episode === episode)
    .map((violation) => {
      const turn = turnOfFinding(turns, violation)
      return { violation, turn: turn === null ? null : { episode, turn: turn.wave } }
    })
}

const agentOf = ({ turns }: ContrastSide, violation: AuditViolation, wave: number): string =>
  turns.turns.find((one) => one.episode === violation.episode && one.wave === wave && one.agent === violation.agent)?.agent ??
  turns.turns.find((one) => one.episode === violation.episode && one.wave === wave)?.agent ??
  ''

/** Every wave of the episode, on whichever side it was. */
export function contrastMoments({ sound, faulty }: ContrastPlayed, episode: number): readonly Moment[] {
  const both = { ...sound.turns, turns: [...sound.turns.turns, ...faulty.turns.turns].filter((one) => one.episode === episode) }
  return momentsOf(both)
}

/** The board after a wave; before any where none is named. A wave that played nothing leaves the board of the one before. */
export function sceneAt({ turns, scenes }: ContrastSide, episode: number, turn: number | null): DrawnScene | null {
  const own = scenes[episode] ?? []
  const waves = [...new Set(turns.turns.filter((one) => one.episode === episode).map(({ wave }) => wave))].sort((a, b) => a - b)
  const played = turn === null ? 0 : waves.filter((wave) => wave <= turn).length
  return own[Math.min(played, own.length - 1)] ?? null
}
