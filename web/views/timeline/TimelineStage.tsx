// The drawing's place in the page: names of lanes at the left, the drawing beside them, the times under it. What is drawn and how it moves
// is the scene's; this hands it plain data and tells the view what was pressed.

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { TokensOf } from '../../scene/timeline/labels.ts'
import type { Barrier, Block, Chosen, Layout } from '../../scene/timeline/layout.ts'
import { createStage, type Stage } from '../../scene/timeline/stage.ts'
import type { Window } from '../../scene/timeline/window.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { DRAWN_FLAT, TIMELINE_KEYS, timeLabel } from '../../text/timeline.ts'
import { useMedia } from '../../ui/use-media.ts'
import { LaneNames } from './LaneNames.tsx'
import { coloursOf } from './timeline-colours.ts'

/** What keys and buttons move without asking the view. */
export interface StageMoves {
  pan(share: number): void
  zoom(factor: number): void
}

interface Shown {
  readonly layout: Layout
  readonly window: Window
  readonly chosen: Chosen | null
  readonly cursor: number | null
  readonly tokensOf: TokensOf
  readonly name: string
  /** What stands at a time of the axis; it must stay the same function. */
  readonly timeWords?: (time: number, distance: number) => string
  readonly moves: React.RefObject<StageMoves | null>
  readonly onWindow: (window: Window) => void
  readonly onPick: (found: Block | Barrier | null) => void
  readonly onScrub: (time: number) => void
  /** The times are taken hold of, or let go: until then what is on view should stay. */
  readonly onHold?: (held: boolean) => void
  readonly onKey: (key: string) => boolean
  /** A lane's name was pressed. Absent: lanes cannot be pinned. */
  readonly onPin?: (lane: string) => void
}

export function TimelineStage({
  layout,
  window,
  chosen,
  cursor,
  tokensOf,
  name,
  timeWords = timeLabel,
  moves,
  onWindow,
  onPick,
  onScrub,
  onHold,
  onKey,
  onPin,
}: Shown) {
  const scroller = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLElement>(null)
  const axis = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage | null>(null)
  const keysId = useId()
  const told = useRef({ onWindow, onPick, onScrub, onHold })
  const theme = useWorkbench((state) => state.theme)
  const dark = useMedia('(prefers-color-scheme: dark)')
  const [flat, setFlat] = useState(false)

  useEffect(() => {
    told.current = { onWindow, onPick, onScrub, onHold }
  })
  useLayoutEffect(() => {
    if (scroller.current === null || sheet.current === null || axis.current === null) return
    const made = createStage(
      { scroller: scroller.current, sheet: sheet.current, axis: axis.current },
      {
        settled: (next) => told.current.onWindow(next),
        picked: (found) => told.current.onPick(found),
        scrubBegun: () => told.current.onHold?.(true),
        scrubbed: (time) => told.current.onScrub(time),
        scrubEnded: () => told.current.onHold?.(false),
      },
      timeWords,
    )
    stage.current = made
    moves.current = made
    setFlat(made.drawnWith() !== 'three')
    return () => {
      made.dispose()
      stage.current = null
      moves.current = null
    }
  }, [moves, timeWords])
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and dark change the colours, which are read from the page
  useLayoutEffect(() => {
    if (sheet.current !== null) stage.current?.colour(coloursOf(sheet.current))
  }, [theme, dark])
  useLayoutEffect(() => stage.current?.layOut(layout), [layout])
  // biome-ignore lint/correctness/useExhaustiveDependencies: windows and choices are compared by what they hold
  useLayoutEffect(() => stage.current?.look(window), [window.from, window.to])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useLayoutEffect(() => stage.current?.choose(chosen, cursor), [chosen?.step, chosen?.episode, chosen?.wave, cursor, layout])
  useLayoutEffect(() => stage.current?.tokens(tokensOf), [tokensOf])

  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return
    event.preventDefault()
  }
  return (
    <>
      <div ref={scroller} className="timeline-scroll">
        <div className="timeline">
          <LaneNames {...{ layout, onPin }} />
          <section
            ref={sheet}
            className="timeline-drawing"
            style={{ height: layout.height }}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move the drawing need the focus
            tabIndex={0}
            aria-label={name}
            aria-describedby={keysId}
            onKeyDown={keys}
          />
        </div>
      </div>
      <div className="timeline timeline-foot">
        <span className="timeline-names" />
        <div ref={axis} className="timeline-times small faint number" aria-hidden="true" />
      </div>
      <p id={keysId} className="unseen">
        {TIMELINE_KEYS}
      </p>
      {flat && <p className="small faint">{DRAWN_FLAT}</p>}
    </>
  )
}
