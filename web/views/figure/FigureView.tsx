// A problem with its figure: the drawing for people, the small picture for the policy beside it, the question, and what was tried.

import type { FigureScene } from '../../../src/environments/scene.ts'
import { FigureDrawing } from '../../scene/figure/FigureDrawing.tsx'
import { SeenPicture } from '../../scene/figure/SeenPicture.tsx'
import { SEEN_TITLE, tryWords } from '../../text/figure.ts'
import { Icon } from '../../ui/Icon.tsx'

export interface FigureViewProps {
  readonly scene: FigureScene
  readonly label: string
  readonly patch: number
  readonly shares?: readonly number[]
}

export function FigureView({ scene, label, patch, shares }: FigureViewProps) {
  const { figure, picture, question, tries } = scene
  return (
    <section className="figure-view" aria-label={label}>
      {figure !== null && <FigureDrawing figure={figure} />}
      {picture !== null && (
        <div className="figure-seen">
          <SeenPicture picture={picture} patch={patch} {...(shares === undefined ? {} : { shares })} />
          <p className="small faint">{SEEN_TITLE}</p>
        </div>
      )}
      <div className="figure-words">
        <p className="figure-question">{question}</p>
        {tries.length > 0 && (
          <ol className="figure-tries small" aria-label="What was tried">
            {tries.map(({ text, verdict }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tries are only added
              <li key={place} data-verdict={verdict}>
                <Icon name={verdict === 'right' ? 'check' : 'close'} />
                <code>{text === '' ? '∅' : text}</code> <span className="soft">{tryWords(verdict)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}
