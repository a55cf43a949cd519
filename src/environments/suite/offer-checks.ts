// Checks of what a definition offers beside its rules: what a state looks like, the pictures of its prompts, the parts of its
// problem set, tasks that a person writes. Whatever is not offered is not checked.

import { canonicalJson, type Json } from '../../base/json.ts'
import { PICTURE_MARK } from '../../base/picture-mark.ts'
import type { EnvironmentDefinition } from '../contract.ts'
import { bytesOfPicture } from '../picture.ts'
import type { GridScene, SceneData } from '../scene.ts'
import { actionsOf, type PlayOptions, playGenerators, recordPlay } from './random-play.ts'
import { type CheckVerdict, type Evidence, require, runCheck } from './verdict.ts'

/** Plays whose every state is looked at. */
const PLAYS = 8
const SPLITS = ['train', 'validation', 'heldOut'] as const
const STRANGE_TASKS = ['', ' ', '\n', '0', '1+1', 'null', '\ud800', '9'.repeat(400), '__proto__']

export function offerChecks(definition: EnvironmentDefinition, seeds: readonly number[], options: PlayOptions): CheckVerdict[] {
  const plays = seeds.slice(0, PLAYS)
  return [
    runCheck('every state can be drawn', (seen) => {
      const { view } = definition
      if (view === undefined) return 'nothing is drawn'
      let count = 0
      for (const seed of plays) {
        const play = recordPlay(definition, seed, { ...options, seen })
        const evidence = { seed, actions: actionsOf(play) }
        for (const state of [play.first, ...play.moves.map(({ transition }) => transition.state)]) {
          const scene = view.call(definition, state)
          require(canonicalJson(view.call(definition, state) as unknown as Json) ===
            canonicalJson(scene as unknown as Json), 'the same state is drawn in two ways', evidence)
          checkScene(definition, state, scene, evidence)
          count++
        }
      }
      return `${count} state(s) drawn`
    }),
    runCheck('pictures fit the marks in their prompts', (seen) => {
      const { pictures } = definition
      let count = 0
      for (const seed of plays) {
        const play = recordPlay(definition, seed, { ...options, seen })
        const evidence = { seed, actions: actionsOf(play) }
        for (const { before, agents } of play.moves) {
          for (const agent of agents) {
            const observation = definition.observe(before, agent)
            const marks = definition.prompt(observation, agent).split(PICTURE_MARK).length - 1
            const shown = pictures?.call(definition, observation, agent) ?? []
            require(shown.length === marks, `${agent} is shown ${shown.length} picture(s), and its prompt marks ${marks}`, evidence)
            for (const picture of shown) {
              const bytes = bytesOfPicture(picture)
              require(bytes.ok, bytes.ok ? '' : bytes.error, evidence)
              count++
            }
          }
        }
      }
      return pictures === undefined ? 'prompts are text alone' : `${count} picture(s)`
    }),
    runCheck('start states belong to the part that they were drawn for', () => {
      const { splitOf } = definition
      if (splitOf === undefined) return 'parts are not told apart'
      for (const seed of seeds) {
        for (const split of SPLITS) {
          const found = splitOf.call(definition, definition.init(options.config, split, playGenerators(seed).start))
          require(found === split, `a start state of ${split} is said to be of ${found}`, { seed, actions: [] })
        }
      }
      return `${seeds.length * SPLITS.length} start state(s)`
    }),
    runCheck('a written task is read or refused, never thrown', () => {
      const { readTask } = definition
      if (readTask === undefined) return 'nobody writes tasks'
      for (const text of STRANGE_TASKS) {
        const read = readTask.call(definition, text)
        require(!read.ok || definition.agents(read.value).length > 0, `the task ${JSON.stringify(text)} is read as a play that is over`)
      }
      return `${STRANGE_TASKS.length} strange task(s)`
    }),
  ]
}

function checkScene(definition: EnvironmentDefinition, state: Json, scene: SceneData, evidence: Evidence): void {
  if (scene.kind === 'grid') checkGrid(definition, state, scene, evidence)
}

function checkGrid(definition: EnvironmentDefinition, state: Json, scene: GridScene, evidence: Evidence): void {
  const { rows, columns, columnNames, rowNames, pieces, last, line, points } = scene
  const cells = [...pieces.map(({ cell }) => cell), ...last, ...line, ...points.map(({ cell }) => cell)]
  const outside = cells.find((cell) => !Number.isInteger(cell) || cell < 0 || cell >= rows * columns)
  require(outside === undefined, `cell ${outside} lies outside a grid of ${rows} × ${columns}`, evidence)
  require(columnNames.length === columns &&
    rowNames.length === rows, `a grid of ${rows} × ${columns} names ${rowNames.length} rows and ${columnNames.length} columns`, evidence)
  const agent = definition.turn(state)[0]
  if (agent === undefined) return
  const observation = definition.observe(state, agent)
  for (const { action } of points)
    require(definition.parse(action + definition.stopText, observation).ok, `the point ${JSON.stringify(action)} is no action of ${agent}`, evidence)
}
