// The board of an episode that a person plays: a press on a free point, or Enter on it, is the move.

import type { GridScene } from '../../../src/environments/scene.ts'
import { writeByHand } from '../../commands/play-by-hand.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import type { HandGame } from '../../state/hand-play.ts'

export interface HandBoardProps {
  readonly game: HandGame
  readonly scene: GridScene
  readonly waiting: boolean
}

export function HandBoard({ game, scene, waiting }: HandBoardProps) {
  const [seat, ...others] = game.seats
  const play = seat === undefined || others.length > 0 || waiting || scene.points.length === 0 ? null : seat.agent
  return (
    <section className="section" aria-label="The board" data-testid="hand-board">
      <GridBoard
        scene={scene}
        label={`${game.title}: arrow keys move, Enter plays`}
        {...(play === null ? {} : { onPlay: ({ action }) => void writeByHand({ [play]: action }) })}
      />
      <p role="status">
        {play === null ? '' : `You play ${play}. `}
        {scene.caption}
      </p>
    </section>
  )
}
