// Brings the turns of steps to the timeline, from memory, the recording or the store; goes from a turn to its tokens; saves the
// run as a Chrome trace.

import { toErrorData } from '../../src/base/errors.ts'
import { chromeTrace } from '../../src/record/chrome-trace.ts'
import { type Arm, turnsOfArm } from '../../src/record/events.ts'
import type { StepTurns, TurnRecord } from '../../src/record/step-turns.ts'
import { decodeTurns } from '../../src/record/turn-blob.ts'
import { NO_TIMELINE, type TimelineState, timesOf, tokensOfTurn } from '../state/timeline.ts'
import { workbench } from '../state/workbench.ts'
import { selectTab, selectTurn } from './navigate.ts'
import { pointAt } from './point-at-token.ts'
import { bytesOf, showTokens } from './show-tokens.ts'
import { saveFile } from './take-away.ts'

/** Turns that stay in memory, beyond those of the steps that were asked for last. */
const MOST_TURNS = 60_000

/** Steps on their way, by run, arm and step. */
const underWay = new Map<string, Promise<StepTurns | undefined>>()

/** Reads the turns of these steps of the arm on view; those that were read before stay, as far as there is room. */
export async function loadTurns(steps: readonly number[]): Promise<void> {
  const { run, selection } = workbench.getState()
  if (run === null) return
  const { id } = run
  const { arm } = selection
  const missing = steps.filter((step) => stateOf(id, arm).turns[step] === undefined && !stateOf(id, arm).gone.includes(step))
  if (missing.length === 0 && workbench.getState().timeline === stateOf(id, arm)) return
  const isOnView = (): boolean => workbench.getState().run?.id === id && workbench.getState().selection.arm === arm
  try {
    const read = await Promise.all(missing.map(async (step) => [step, await once(id, arm, step)] as const))
    if (!isOnView()) return
    const known = stateOf(id, arm)
    const found = read.flatMap(([step, turns]) => (turns === undefined ? [] : [[step, turns] as const]))
    const gone = new Set([...known.gone, ...read.flatMap(([step, turns]) => (turns === undefined ? [step] : []))])
    const spare = Object.entries(known.turns).map(([step, turns]) => [Number(step), turns] as const)
    workbench.setState({ timeline: { ...known, turns: kept([...spare, ...found], new Set(steps)), gone: [...gone], problem: null } })
  } catch (thrown) {
    if (isOnView()) workbench.setState({ timeline: { ...stateOf(id, arm), problem: toErrorData(thrown) } })
  }
}

function stateOf(run: string, arm: Arm): TimelineState {
  const { timeline } = workbench.getState()
  return timeline.run === run && timeline.arm === arm ? timeline : { ...NO_TIMELINE, run, arm }
}

/** The steps that were asked for, and of the others the newest that there is room for. */
function kept(read: readonly (readonly [step: number, turns: StepTurns])[], asked: ReadonlySet<number>): TimelineState['turns'] {
  const turns: Record<number, StepTurns> = {}
  let room = MOST_TURNS
  for (const [step, one] of [...read].sort(([a], [b]) => Number(asked.has(b)) - Number(asked.has(a)) || b - a)) {
    room -= one.turns.length
    if (asked.has(step) || room >= 0) turns[step] = one
  }
  return turns
}

function once(run: string, arm: Arm, step: number): Promise<StepTurns | undefined> {
  const key = `${run}/${arm}/${step}`
  const begun = underWay.get(key) ?? turnsOfStep(run, step).finally(() => underWay.delete(key))
  underWay.set(key, begun)
  return begun
}

async function turnsOfStep(run: string, step: number): Promise<StepTurns | undefined> {
  const bytes = await bytesOf(run, turnsOfArm(workbench.getState().selection.arm), step)
  if (bytes === undefined) return undefined
  const read = decodeTurns(bytes)
  if (read.ok) return read.value
  throw read.error
}

/** The token view, at the first token that was sampled in this turn. */
export async function showTokensOf(step: number, turn: TurnRecord, all: readonly TurnRecord[]): Promise<void> {
  selectTurn(step, turn.episode, turn.wave)
  selectTab('tokens')
  await showTokens()
  const { tokenStep } = workbench.getState()
  const tokens = tokenStep === null ? null : tokensOfTurn(tokenStep, turn, all)
  if (tokens !== null) pointAt(tokens[0], 'keyboard')
}

/** Everything that is kept of the arm on view, as one file for Perfetto. */
export async function saveTrace(): Promise<void> {
  const { run, selection } = workbench.getState()
  if (run === null) return
  try {
    const turns: StepTurns[] = []
    for (const { ref } of run.turns) {
      if (ref.arm !== selection.arm) continue
      const step = await turnsOfStep(run.id, ref.step)
      if (step !== undefined) turns.push(step)
    }
    const trace = chromeTrace({ run: run.id, arm: selection.arm, times: timesOf(run, selection.arm), turns })
    saveFile(`${run.id}.trace.json`, new Blob([JSON.stringify(trace)], { type: 'application/json' }))
  } catch (thrown) {
    workbench.setState({ commandError: toErrorData(thrown) })
  }
}
