// The names of the lanes beside the drawing, in its order; where lanes can be pinned, each name is a button. One tab stop: arrow keys go
// from name to name.

import { useRef, useState } from 'react'
import { type Lane, type Layout, laneId } from '../../scene/timeline/layout.ts'
import { agentLetter, LANE_WORDS, OTHER_LANES, PINNED_LANES, pinWords } from '../../text/timeline.ts'
import { Icon } from '../../ui/Icon.tsx'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

export interface LaneNamesProps {
  readonly layout: Layout
  /** Absent: lanes stay where they are. */
  readonly onPin?: ((lane: string) => void) | undefined
}

export function LaneNames({ layout, onPin }: LaneNamesProps) {
  const names = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState('')
  const ids = layout.lanes.map(laneId)
  const stop = ids.includes(reached) ? reached : ids[0]
  const go = (offset: number): void => {
    const next = ids[Math.max(0, Math.min(ids.length - 1, ids.indexOf(stop ?? '') + offset))]
    if (next === undefined) return
    setReached(next)
    names.current?.querySelector<HTMLElement>(`[data-lane="${next}"]`)?.focus()
  }
  const listed = (lanes: readonly Lane[]) =>
    lanes.map((lane) => {
      const id = laneId(lane)
      return (
        <li key={id} style={{ top: lane.top, height: lane.height }}>
          {onPin === undefined ? (
            <LaneName lane={lane} />
          ) : (
            <button
              type="button"
              className="lane-name"
              data-lane={id}
              tabIndex={id === stop ? 0 : -1}
              aria-pressed={lane.pinned}
              title={pinWords(wordOf(lane), lane.pinned)}
              onFocus={() => setReached(id)}
              onClick={() => onPin(id)}
            >
              <LaneName lane={lane} />
              <Icon name="pin" />
              <span className="unseen">, {lane.pinned ? 'pinned' : 'pin to the top'}</span>
            </button>
          )}
        </li>
      )
    })
  const pinned = layout.lanes.filter((lane) => lane.pinned)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys go between the buttons within
    <div
      ref={names}
      className="timeline-names small"
      style={{ height: layout.height }}
      onKeyDown={(event) => {
        const offset = STEPS[event.key]
        if (offset === undefined || onPin === undefined) return
        event.preventDefault()
        go(offset)
      }}
    >
      {pinned.length > 0 && (
        <ol className="timeline-pinned" aria-label={PINNED_LANES} data-stays={layout.pinnedHeight > 0} style={{ height: layout.pinnedHeight }}>
          {listed(pinned)}
        </ol>
      )}
      <ol aria-label={OTHER_LANES}>{listed(layout.lanes.filter((lane) => !lane.pinned))}</ol>
    </div>
  )
}

const wordOf = ({ kind, name }: Lane): string => (kind === 'agent' ? name : LANE_WORDS[kind])

function LaneName({ lane }: { readonly lane: Lane }) {
  if (lane.kind !== 'agent') return <span className="lane-word">{LANE_WORDS[lane.kind]}</span>
  return (
    <span className="lane-word">
      <b className="agent-letter" style={{ color: `var(--agent-${(lane.agent % 8) + 1})` }}>
        {agentLetter(lane.agent)}
      </b>{' '}
      {lane.name}
    </span>
  )
}
