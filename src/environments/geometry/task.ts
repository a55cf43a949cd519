// A problem that is being answered: its state, what an agent sees of it, how an answer is read and judged. Knows no rewards and no ends.

import { PICTURE_MARK } from '../../base/picture-mark.ts'
import type { Rng } from '../../base/random.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { ParseFailure, Split } from '../contract.ts'
import type { Picture } from '../picture.ts'
import { figurePicture } from './figure-picture.ts'
import type { FigureStyle } from './figure-style.ts'
import { answerOf, drawProblem, type GeometryProblem } from './problem.ts'
import { formatQuantity, readQuantity, sameQuantity } from './quantity.ts'
import { type GeometryConfig, kindsOf, styleOf } from './settings.ts'

export const STOP = '\n'

export type GeometryState = {
  readonly problem: GeometryProblem
  readonly style: FigureStyle
  readonly answers: readonly string[]
  readonly over: boolean
}

/** `said`: the last answer, where it was wrong and the oracle said so. */
export type GeometryObservation = { readonly asked: string; readonly picture: Picture | null; readonly said: string | null }

export const startOf = (config: GeometryConfig, split: Split, rng: Rng): GeometryState => ({
  problem: drawProblem(rng, kindsOf(config), config.level, split),
  style: styleOf(config),
  answers: [],
  over: false,
})

export const pictureOfState = ({ problem, style }: GeometryState): Picture => figurePicture(problem, style)

/** The first turn shows the figure and asks; a later one says that the last answer was wrong. */
export const promptOf = ({ asked, picture, said }: GeometryObservation): string =>
  said === null ? `${PICTURE_MARK}\n${asked}:` : `${said === '' ? '?' : said} no:${picture === null ? '' : PICTURE_MARK}`

export const picturesOf = ({ picture }: GeometryObservation): readonly Picture[] => (picture === null ? [] : [picture])

export const expectedOf = ({ problem }: GeometryState): string => formatQuantity(answerOf(problem))
export const lastOf = ({ answers }: GeometryState): string => answers.at(-1) ?? ''

export function isRight({ problem }: GeometryState, answer: string): boolean {
  const written = readQuantity(answer)
  return written !== null && sameQuantity(written, answerOf(problem))
}

const LONGEST_ANSWER = 24

/** A line that ends as it should. Whether it means a quantity is not asked. */
export function readLine(text: string): Result<string, ParseFailure> {
  const line = text.endsWith(STOP) ? text.slice(0, -1) : null
  if (line === null || line.includes(STOP) || line.length > LONGEST_ANSWER) return fail({ reason: `an answer is one line of at most ${LONGEST_ANSWER} signs` })
  return ok(line)
}

export function readAnswer(text: string): Result<string, ParseFailure> {
  const line = readLine(text)
  if (!line.ok || readQuantity(line.value) !== null) return line
  return fail({ reason: 'an answer is a number, with or without its unit: 62, 62°, 7/2, 6√5, 9pi' })
}
