// A group of siblings side by side, with what their rewards say. Far from the view it is an empty box of its
// height, so that a step of thousands of tokens costs what is on view.

import { memo, useRef } from 'react'
import type { ClockMark } from '../../state/timeline.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { fixed } from '../../text/numbers.ts'
import { ROW_GROUP } from './grid-roles.ts'
import { TokenSequence } from './TokenSequence.tsx'
import { useNear } from './use-near.ts'
import { useStaggered } from './use-staggered.ts'

const HEAD_PIXELS = 52
const SEQUENCE_PIXELS = 66
/** Groups on view at once, about: the stagger begins anew after so many. */
const ON_VIEW = 6

/** The height of a group, about. */
export const groupPixels = (sequences: number, columns: number): number => HEAD_PIXELS + Math.ceil(sequences / Math.max(1, columns)) * SEQUENCE_PIXELS

export interface TokenGroupProps {
  readonly step: TokenStep
  /** Which group of the step. */
  readonly place: number
  readonly columns: number
  /** Where the clock stands, if in this group. */
  readonly chosen: ClockMark | null
}

export const TokenGroup = memo(function TokenGroup({ step: newest, place, columns, chosen }: TokenGroupProps) {
  const step = useStaggered(newest, place % ON_VIEW)
  const group = step.groups[place]
  const box = useRef<HTMLDivElement>(null)
  const { near, height } = useNear(box, () => groupPixels(group?.sequences.length ?? 0, columns))

  if (!near || group === undefined) return <div ref={box} className="group" data-group={group?.group} style={{ height }} />
  const prompt = group.prompt.trim()
  const mean = fixed(group.rewardMean, 2)
  const agents = group.sequences.some(({ agent }) => agent !== group.sequences[0]?.agent)
  const named = { ...ROW_GROUP, 'aria-label': `Group ${group.group}: ${prompt}, mean reward ${mean}` }
  return (
    <div ref={box} className="group" data-group={group.group} {...named}>
      <div className="group-head">
        <code>{prompt}</code>
        <span className="small soft number">
          group {group.group}, mean reward {mean}
        </span>
        {group.dropped && <span className="pill">no spread: no gradient</span>}
      </div>
      <div className="siblings">
        {group.sequences.map((sequence, sibling) => (
          // By place: the next step's sibling takes over the chips of this one.
          <TokenSequence
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={sibling}
            step={step}
            sequence={sequence}
            agents={agents}
            chosen={step === newest && chosen?.episode === sequence.episode ? chosen : null}
          />
        ))}
      </div>
    </div>
  )
})
