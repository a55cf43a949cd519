// One game on a wall: its board, and how it stands. A press opens it.

import { memo } from 'react'
import type { GridScene } from '../../../src/environments/scene.ts'
import { MiniBoard } from '../../scene/board/MiniBoard.tsx'

export interface WallTileProps {
  readonly scene: GridScene
  readonly title: string
  readonly said: string
  readonly label: string
  /** Absent while it is played. */
  readonly onOpen?: () => void
}

const Drawing = memo(MiniBoard)

export function WallTile({ scene, title, said, label, onOpen }: WallTileProps) {
  const content = (
    <>
      <Drawing scene={scene} />
      <span className="wall-title" title={title}>
        {title}
      </span>
      <span className="wall-said soft">{said}</span>
    </>
  )
  return (
    <li>
      {onOpen === undefined ? (
        <div className="wall-tile">{content}</div>
      ) : (
        <button type="button" className="wall-tile" aria-label={label} onClick={onOpen}>
          {content}
        </button>
      )}
    </li>
  )
}
