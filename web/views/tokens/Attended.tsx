// What the policy looked at when it wrote a token: the pictures before it with the share of attention of every square, and how much
// went to pictures and to text.

import { SeenPicture } from '../../scene/figure/SeenPicture.tsx'
import { squareShares } from '../../state/step-pictures.ts'
import { pictureSpans, type TokenDetail } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { attendedWords } from '../../text/figure.ts'

export function Attended({ token, attended }: { readonly token: TokenDetail; readonly attended: Float32Array }) {
  const step = useWorkbench((state) => state.tokenStep)
  const pictures = useWorkbench((state) => state.stepPictures)
  if (step === null) return null
  const { start } = token.sequence
  const spans = pictureSpans(step, token.sequence).filter(({ end }) => end <= token.index)
  const onPictures = spans.reduce((sum, span) => sum + attended.subarray(span.start - start, span.end - start).reduce((all, share) => all + share, 0), 0)
  return (
    <div className="attended" data-testid="attended">
      {spans.map((span) => {
        const picture = pictures.get(step.ids[span.start] ?? 0)
        const shares = squareShares(attended, span.start - start, span.end - span.start)
        if (picture === undefined) return null
        return <SeenPicture key={span.start} picture={picture} patch={picture.patch} {...(shares === null ? {} : { shares })} />
      })}
      <p className="small">{attendedWords(onPictures)}</p>
    </div>
  )
}
