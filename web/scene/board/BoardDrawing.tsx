// The drawing of a board: ground, names of rows and columns, pieces with a sign each, rings for the last move and the line that
// won. One unit is one cell. Decorative: the grid above it speaks.

import type { GridScene, ScenePiece } from '../../../src/environments/scene.ts'
import { beliefMarks } from './belief-marks.ts'
import { gridLines } from './grid-lines.ts'

/** Room for the names of rows and columns, in cells. */
export const MARGIN = 0.6

const STONE = 0.42

export interface BoardDrawingProps {
  readonly scene: GridScene
  /** By cell, how likely a policy makes it to be played there. */
  readonly belief: ReadonlyMap<number, number>
  /** Ground, lines and stones are drawn as objects below: only what is said about them is left. */
  readonly solid: boolean
}

export function BoardDrawing({ scene, belief, solid }: BoardDrawingProps) {
  const { rows, columns, pieces, last, line } = scene
  const centre = (cell: number): readonly [number, number] => [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5]
  return (
    <svg className="board-drawing" viewBox={`${-MARGIN} ${-MARGIN} ${columns + MARGIN} ${rows + MARGIN}`} aria-hidden="true">
      {!solid && (
        <>
          <rect className="board-ground" width={columns} height={rows} rx="0.12" />
          <path className="board-lines" d={gridLines(scene)} />
        </>
      )}
      {scene.columnNames.map((name, column) => (
        <text key={name} className="board-name" x={column + 0.5} y={-0.3}>
          {name}
        </text>
      ))}
      {scene.rowNames.map((name, row) => (
        <text key={name} className="board-name" x={-0.3} y={row + 0.5}>
          {name}
        </text>
      ))}
      {beliefMarks(belief).map(({ cell, radius, said }) => {
        const [x, y] = centre(cell)
        return (
          <g key={`belief ${cell}`} className="board-belief">
            <circle cx={x} cy={y} r={radius} />
            {said !== null && (
              <text x={x} y={y}>
                {said}
              </text>
            )}
          </g>
        )
      })}
      {pieces.map((piece) => {
        const [x, y] = centre(piece.cell)
        return <Piece key={`${piece.kind} ${piece.cell} ${piece.name}`} piece={piece} x={x} y={y} lettered={solid && piece.kind === 'stone'} />
      })}
      {line.map((cell) => {
        const [x, y] = centre(cell)
        return (
          <g key={`line ${cell}`}>
            <circle className="board-line-gap" cx={x} cy={y} r={STONE + 0.015} />
            <circle className="board-line" cx={x} cy={y} r={STONE + 0.055} />
          </g>
        )
      })}
      {last.map((cell, order) => {
        const [x, y] = centre(cell)
        const tone = pieces.find((piece) => piece.cell === cell)?.tone ?? 0
        return <circle key={`last ${cell}`} className="board-last" data-tone={tone} data-order={order} cx={x} cy={y} r={STONE - 0.09} />
      })}
    </svg>
  )
}

/** `lettered`: the stone lies there already, and is given its letter alone. */
function Piece({ piece, x, y, lettered }: { readonly piece: ScenePiece; readonly x: number; readonly y: number; readonly lettered: boolean }) {
  const { kind, tone, mark } = piece
  const colour = { '--piece': `var(--agent-${(tone % 8) + 1})` } as React.CSSProperties
  return (
    <g className={`piece piece-${kind}`} data-tone={tone} style={kind === 'stone' ? undefined : colour}>
      {lettered ? null : kind === 'item' ? (
        <path d={`M${x} ${y - 0.36}l0.36 0.36l-0.36 0.36l-0.36-0.36z`} />
      ) : (
        <circle cx={x} cy={y} r={kind === 'stone' ? STONE : 0.38} />
      )}
      <text x={x} y={y}>
        {mark}
      </text>
    </g>
  )
}
