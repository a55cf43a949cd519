// What a person is shown of a problem: the figure as crisp lines, the picture that the policy sees, the tries so far and, once it is
// over, the answer.

import type { FigureScene } from '../scene.ts'
import { figureOf } from './draw-figure.ts'
import { answerOf, askedOf } from './problem.ts'
import { formatQuantity, readQuantity } from './quantity.ts'
import { type GeometryState, isRight, pictureOfState } from './task.ts'

/** `ended`: how it ended, as a sentence. */
export function sceneOf(state: GeometryState, ended: string): FigureScene {
  const { problem, answers, over } = state
  const tries = answers.map((text) => ({ text, verdict: isRight(state, text) ? 'right' : readQuantity(text) === null ? 'unreadable' : 'wrong' }) as const)
  const right = formatQuantity(answerOf(problem), false)
  const { unit } = answerOf(problem)
  return {
    kind: 'figure',
    figure: figureOf(problem),
    picture: pictureOfState(state),
    question: `${askedOf(problem)} in ${unit === '°' ? 'degrees' : unit}`,
    tries,
    caption: over ? `${ended} The ${askedOf(problem)} is ${right}${unit === '°' ? '°' : ` ${unit}`}.` : `What is the ${askedOf(problem)}?`,
  }
}
