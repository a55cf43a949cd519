// The two edges between the zones, to drag or to step with arrow keys; a double press gives the width back.

import { useRef } from 'react'
import { type Side, setWidth, WIDTH_LIMITS } from '../commands/zone-widths.ts'
import { useWorkbench } from '../state/use-workbench.ts'

const STEP = 24
const ZONE = { left: '.zone-decide', right: '.zone-right' } as const
const WORDS = { left: 'Width of the left zone', right: 'Width of the right zone' } as const

export function ZoneSplitters() {
  return (
    <>
      <Splitter side="left" />
      <Splitter side="right" />
    </>
  )
}

function Splitter({ side }: { readonly side: Side }) {
  const kept = useWorkbench((state) => state.widths[side])
  const dragged = useRef<{ readonly from: number; readonly width: number } | null>(null)
  const { min, max } = WIDTH_LIMITS[side]
  const now = (): number => document.querySelector(ZONE[side])?.getBoundingClientRect().width ?? min
  const outward = side === 'left' ? 1 : -1
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes no focus and no value
    <div
      className={`splitter splitter-${side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={WORDS[side]}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={kept ?? Math.round((min + max) / 2)}
      aria-valuetext={kept === null ? 'as the page likes' : `${kept} pixels`}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragged.current = { from: event.clientX, width: now() }
      }}
      onPointerMove={(event) => {
        const start = dragged.current
        if (start !== null) setWidth(side, start.width + outward * (event.clientX - start.from))
      }}
      onPointerUp={() => {
        dragged.current = null
      }}
      onDoubleClick={() => setWidth(side, null)}
      onKeyDown={(event) => {
        const change = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key]
        if (change !== undefined) setWidth(side, now() + outward * change)
        else if (event.key === 'Home') setWidth(side, min)
        else if (event.key === 'End') setWidth(side, max)
        else if (event.key === 'Escape') setWidth(side, null)
        else return
        event.preventDefault()
      }}
    />
  )
}
