// Some groups of a step, one below the other. Far from the view it is one empty box of their height, so that a step of a thousand
// groups costs the browser what is near: every box is watched in every frame.

import { memo, useRef } from 'react'
import type { ClockMark } from '../../state/timeline.ts'
import type { GroupView, TokenStep } from '../../state/token-step.ts'
import { groupPixels, TokenGroup } from './TokenGroup.tsx'
import { useNear } from './use-near.ts'

export interface TokenBlockProps {
  readonly step: TokenStep
  /** Which groups of the step: [first, first + size). */
  readonly first: number
  readonly size: number
  readonly columns: number
  /** Where the clock stands, if in this step. */
  readonly chosen: ClockMark | null
}

export const TokenBlock = memo(function TokenBlock({ step, first, size, columns, chosen }: TokenBlockProps) {
  const box = useRef<HTMLDivElement>(null)
  const groups = step.groups.slice(first, first + size)
  const { near, height } = useNear(box, () => blockPixels(groups, columns), first === 0)
  if (!near) return <div ref={box} className="group-block" data-groups={groups.map(({ group }) => group).join(' ')} style={{ height }} />
  return (
    <div ref={box} className="group-block">
      {groups.map(({ sequences }, place) => (
        <TokenGroup
          // biome-ignore lint/suspicious/noArrayIndexKey: by place: the box keeps its height and its nearness when the step changes
          key={place}
          step={step}
          place={first + place}
          columns={columns}
          chosen={chosen !== null && sequences.some(({ episode }) => episode === chosen.episode) ? chosen : null}
        />
      ))}
    </div>
  )
})

/** Groups of one stand side by side. */
function blockPixels(groups: readonly GroupView[], columns: number): number {
  const pixels = groups.reduce((sum, { sequences }) => sum + groupPixels(sequences.length, columns), 0)
  return groups.every(({ sequences }) => sequences.length === 1) ? Math.ceil(pixels / columns) : pixels
}
