// A group of siblings side by side, with what their rewards say. Far from the view it is an empty box of its
// height, so that a step of thousands of tokens costs what is on view.

import { memo, useEffect, useRef, useState } from 'react'
import type { GroupView, TokenStep } from '../../state/token-step.ts'
import { fixed } from '../../text/numbers.ts'
import { ROW_GROUP } from './grid-roles.ts'
import { TokenSequence } from './TokenSequence.tsx'

const MARGIN = '700px 0px'
const HEAD_PIXELS = 52
const SEQUENCE_PIXELS = 66

export interface TokenGroupProps {
  readonly step: TokenStep
  readonly group: GroupView
  readonly columns: number
}

export const TokenGroup = memo(function TokenGroup({ step, group, columns }: TokenGroupProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) setNear(entry.isIntersecting)
      },
      { root: element.closest('.zone'), rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // The height it had when it was last drawn, or a guess: either keeps the scrollbar honest.
  const height = useRef(HEAD_PIXELS + Math.ceil(group.sequences.length / Math.max(1, columns)) * SEQUENCE_PIXELS)
  useEffect(() => {
    if (near && box.current !== null) height.current = box.current.offsetHeight
  })

  const named = { ...ROW_GROUP, 'aria-label': `Group ${group.group}: ${group.prompt.trim()}, mean reward ${fixed(group.rewardMean, 2)}` }
  if (!near) return <div ref={box} className="group" data-group={group.group} style={{ height: height.current }} />
  return (
    <div ref={box} className="group" data-group={group.group} {...named}>
      <div className="group-head">
        <code>{group.prompt.trim()}</code>
        <span className="small soft number">
          group {group.group}, mean reward {fixed(group.rewardMean, 2)}
        </span>
        {group.dropped && <span className="pill">no spread: no gradient</span>}
      </div>
      <div className="siblings">
        {group.sequences.map((sequence) => (
          <TokenSequence key={sequence.episode} step={step} sequence={sequence} />
        ))}
      </div>
    </div>
  )
})
