// A group of siblings side by side, with what their rewards say. Far from the view it is an empty box of its
// height, so that a step of thousands of tokens costs what is on view.

import { memo, useEffect, useRef, useState } from 'react'
import type { ClockMark } from '../../state/timeline.ts'
import type { TokenStep } from '../../state/token-step.ts'
import { fixed } from '../../text/numbers.ts'
import { ROW_GROUP } from './grid-roles.ts'
import { TokenSequence } from './TokenSequence.tsx'
import { useStaggered } from './use-staggered.ts'

const MARGIN = '250px 0px'
const HEAD_PIXELS = 52
const SEQUENCE_PIXELS = 66
/** Groups on view at once, about: the stagger begins anew after so many. */
const ON_VIEW = 6

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
  const [near, setNear] = useState(false)
  // The height it had when it was last seen, or a guess: either keeps the scrollbar honest.
  const height = useRef(HEAD_PIXELS + Math.ceil((group?.sequences.length ?? 0) / Math.max(1, columns)) * SEQUENCE_PIXELS)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting && entry.boundingClientRect.height > 0) height.current = entry.boundingClientRect.height
          setNear(entry.isIntersecting)
        }
      },
      { root: element.closest('.zone'), rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  if (!near || group === undefined) return <div ref={box} className="group" data-group={group?.group} style={{ height: height.current }} />
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
