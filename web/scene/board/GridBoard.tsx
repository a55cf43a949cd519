// A board as one looks at it and walks over it: a drawing, and above it a grid of cells for pointer, keyboard and screen reader.
// One tab stop; arrow keys move, Enter plays where something may be played. Knows scenes, not whose they are.

import { useRef, useState } from 'react'
import type { GridScene, ScenePoint } from '../../../src/environments/scene.ts'
import { cellWords } from '../../text/board.ts'
import { BoardDrawing, MARGIN } from './BoardDrawing.tsx'
import { StoneGround } from './StoneGround.tsx'

export interface GridBoardProps {
  readonly scene: GridScene
  readonly label: string
  /** By cell, how likely a policy makes it to be played there. */
  readonly belief?: ReadonlyMap<number, number>
  /** Absent: the board is to be looked at. */
  readonly onPlay?: (point: ScenePoint) => void
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
const ROW = { role: 'row' } as const
const NOTHING: ReadonlyMap<number, number> = new Map()

export function GridBoard({ scene, label, belief = NOTHING, onPlay }: GridBoardProps) {
  const { rows, columns, points } = scene
  const grid = useRef<HTMLDivElement>(null)
  // Whether the stones are drawn as objects, and whether this browser does not draw them.
  const [solid, setSolid] = useState(false)
  const [refused, setRefused] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const start = Math.floor(rows / 2) * columns + Math.floor(columns / 2)
  const cursor = Math.min(chosen ?? scene.last[0] ?? start, rows * columns - 1)
  const move = ([right, down]: readonly [number, number]): void => {
    const column = Math.min(columns - 1, Math.max(0, (cursor % columns) + right))
    const row = Math.min(rows - 1, Math.max(0, Math.floor(cursor / columns) + down))
    setChosen(row * columns + column)
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row * columns + column}"]`)?.focus()
  }
  const play = (cell: number): void => {
    setChosen(cell)
    const point = points.find((one) => one.cell === cell)
    if (point !== undefined) onPlay?.(point)
  }
  return (
    <div className="board" data-ground={scene.ground} data-solid={solid && !refused} style={{ aspectRatio: `${columns + MARGIN} / ${rows + MARGIN}` }}>
      {scene.ground === 'crossings' && !refused && (
        <StoneGround
          key={`${rows} ${columns}`}
          scene={scene}
          region={{ left: -MARGIN, top: -MARGIN, width: columns + MARGIN, height: rows + MARGIN }}
          onDrawn={(drawn) => (drawn ? setSolid(true) : setRefused(true))}
        />
      )}
      <BoardDrawing scene={scene} belief={belief} solid={solid && !refused} />
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot lie over a drawing cell by cell */}
      <div
        ref={grid}
        className="board-cells"
        role="grid"
        tabIndex={-1}
        aria-label={label}
        aria-readonly={onPlay === undefined}
        style={{
          left: `${(100 * MARGIN) / (columns + MARGIN)}%`,
          top: `${(100 * MARGIN) / (rows + MARGIN)}%`,
          gridTemplateColumns: `repeat(${columns}, 1fr)`,
          gridTemplateRows: `repeat(${rows}, 1fr)`,
        }}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return
          const way = MOVES[event.key]
          if (way !== undefined) move(way)
          else if (event.key === 'Enter' || event.key === ' ') play(cursor)
          else return
          event.preventDefault()
        }}
        onFocus={(event) => setChosen(cellOf(event.target) ?? cursor)}
        onClick={(event) => {
          const cell = cellOf(event.target)
          if (cell !== null) play(cell)
        }}
      >
        {scene.rowNames.map((name, row) => (
          <div key={name} className="board-row" {...ROW}>
            {scene.columnNames.map((columnName, column) => {
              const cell = row * columns + column
              const playable = onPlay !== undefined && points.some((one) => one.cell === cell)
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above
                <div
                  key={columnName}
                  role="gridcell"
                  data-cell={cell}
                  data-playable={playable}
                  tabIndex={cell === cursor ? 0 : -1}
                  aria-label={cellWords(scene, cell, playable, belief.get(cell))}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}

function cellOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null
  return cell === null || cell === undefined ? null : Number(cell)
}
