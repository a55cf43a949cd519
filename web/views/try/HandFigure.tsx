// The figure of a problem that a person answers: what the policy would see stands beside it.

import type { FigureScene } from '../../../src/environments/scene.ts'
import type { HandGame } from '../../state/hand-play.ts'
import { FigureView } from '../figure/FigureView.tsx'
import { SHIPPED_PATCH } from '../figure/shipped-patch.ts'

export function HandFigure({ game, scene }: { readonly game: HandGame; readonly scene: FigureScene }) {
  return (
    <section className="section" aria-label="The figure" data-testid="hand-figure">
      <FigureView scene={scene} label={game.title} patch={SHIPPED_PATCH} />
      <p role="status">{scene.caption}</p>
    </section>
  )
}
