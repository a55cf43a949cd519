// One problem of a sample: its picture as the policy will see it, its text, its answer, and the part that it belongs to.

import { withoutMarks } from '../../scene/figure/picture-text.ts'
import { SeenPicture } from '../../scene/figure/SeenPicture.tsx'
import type { ProblemSample } from '../../state/data-sets.ts'
import { PART_WORDS } from '../../text/data.ts'

const PATCH = 8

export function ProblemCard({ problem: { row, text, answer, pictures, part } }: { readonly problem: ProblemSample }) {
  return (
    <li className="problem-card">
      <p className="small faint">
        Row {row}, {PART_WORDS[part]}
      </p>
      {pictures.map((picture, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pictures of a problem have their places
        <SeenPicture key={place} picture={picture} patch={PATCH} />
      ))}
      <p className="problem-text">{withoutMarks(text)}</p>
      <p className="small">
        <span className="soft">Answer</span> <code>{answer}</code>
      </p>
    </li>
  )
}
