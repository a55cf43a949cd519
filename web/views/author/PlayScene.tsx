// Where the play stands, drawn from the environment's own view data: a board to play on, lines of text, a picture; and the state
// itself as it is.

import type { Json } from '../../../src/base/json.ts'
import type { SceneData } from '../../../src/environments/scene.ts'
import type { AuthoredSeat } from '../../../src/sandbox/authored-play.ts'
import { writeTurn } from '../../commands/author-play.ts'
import { GridBoard } from '../../scene/board/GridBoard.tsx'
import { playerOf, wholeText } from '../../state/author-play.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { FigureView } from '../figure/FigureView.tsx'

/** Of the shipped bases that see. */
const PATCH = 8

export interface PlaySceneProps {
  readonly scene: SceneData | null
  readonly state: Json
  readonly seats: readonly AuthoredSeat[]
  readonly stopText: string
  readonly title: string
}

export function PlayScene({ scene, state, seats, stopText, title }: PlaySceneProps) {
  const play = useWorkbench((one) => one.authorPlay)
  const mine = seats.filter(({ agent }) => playerOf(play, agent) === 'person')
  const [seat, ...others] = mine
  return (
    <div className="author-scene">
      {scene?.kind === 'grid' && (
        <>
          <GridBoard
            scene={scene}
            label={`${title}: arrow keys move, Enter plays`}
            {...(seat === undefined || others.length > 0 || scene.points.length === 0
              ? {}
              : { onPlay: ({ action }) => void writeTurn({ [seat.agent]: wholeText(action, stopText) }) })}
          />
          <p role="status">{scene.caption}</p>
        </>
      )}
      {scene?.kind === 'text' && <pre className="author-lines mono">{scene.lines.join('\n')}</pre>}
      {scene?.kind === 'figure' && (
        <>
          <FigureView scene={scene} label={title} patch={PATCH} />
          <p role="status">{scene.caption}</p>
        </>
      )}
      <details className="more small">
        <summary>The state as it is</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <pre className="author-state mono" tabIndex={0}>
          {JSON.stringify(state, null, 2)}
        </pre>
      </details>
    </div>
  )
}
