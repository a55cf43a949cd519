// The rows of a picture within a sequence: the picture itself, square by square, each a chip with its state. Where the picture is
// not at hand the squares stay empty; they are rows all the same.

import { EPISODE_STATES } from '../../../src/episode/trajectory.ts'
import { pictureUrl } from '../../scene/figure/picture-url.ts'
import type { AlternativesState } from '../../state/alternatives.ts'
import { columnsOf, squareShares } from '../../state/step-pictures.ts'
import type { PictureSpan, TokenStep } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { squareWords } from '../../text/figure.ts'
import { CELL } from './grid-roles.ts'

/** Pixels of a square's side on the screen. */
const SIDE = 15

const STATE_CLASS = { PENDING: 'context', GENERATING: 'wrote', INTERACTING: 'environment', TERMINATED: 'ended' } as const

export interface PictureRowsProps {
  readonly step: TokenStep
  readonly span: PictureSpan
  /** Within the grid that pointer and keyboard walk through. */
  readonly pointed: boolean
}

/** What the token that is asked about attended to, where this picture stands before it in its sequence. */
function sharesOf(alternatives: AlternativesState, start: number, end: number): readonly number[] | null {
  if (alternatives.kind !== 'known' || alternatives.answer.attended === undefined) return null
  const { sequence, index } = alternatives.of
  return start >= sequence.start && end <= index ? squareShares(alternatives.answer.attended, start - sequence.start, end - start) : null
}

export function PictureRows({ step, span: { start, end }, pointed }: PictureRowsProps) {
  const picture = useWorkbench((state) => state.stepPictures.get(step.ids[start] ?? 0) ?? null)
  const rows = end - start
  const alternatives = useWorkbench((state) => state.alternatives)
  const shares = sharesOf(alternatives, start, end)
  const columns = columnsOf(picture, rows)
  const url = picture === null ? null : pictureUrl(picture)
  return (
    <span className="picture-rows" style={{ gridTemplateColumns: `repeat(${columns}, ${SIDE}px)` }}>
      {Array.from({ length: rows }, (_, square) => {
        const index = start + square
        const state = EPISODE_STATES[step.states[index] ?? 0] ?? 'PENDING'
        const cell = pointed ? { ...CELL, id: `token-${index}`, 'data-index': index, 'aria-label': squareWords(square, rows) } : {}
        const share = shares?.[square] ?? 0
        const mark = share === 0 ? {} : { '--share': share.toFixed(2) }
        const drawn =
          url === null
            ? {}
            : {
                backgroundImage: `url(${url})`,
                backgroundSize: `${columns * SIDE}px ${Math.ceil(rows / columns) * SIDE}px`,
                backgroundPosition: `${-(square % columns) * SIDE}px ${-Math.floor(square / columns) * SIDE}px`,
              }
        // A property of our own, which React's types do not know.
        const look = { ...drawn, ...mark } as React.CSSProperties
        // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
        return <span key={square} {...cell} className={`chip square ${STATE_CLASS[state]}${share > 0 ? ' attended' : ''}`} style={look} />
      })}
    </span>
  )
}
