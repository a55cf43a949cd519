// The episode's state machine with the number of episodes in each state, and the reasons for which they ended.

import type { EpisodeState, StopReason } from '../../../src/episode/trajectory.ts'
import { arrowsOf, episodePath } from '../../state/episode-path.ts'
import type { StateCounts } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { whole } from '../../text/numbers.ts'
import { STOP_WORDS } from '../../text/run-words.ts'
import { useMedia } from '../../ui/use-media.ts'

interface Place {
  readonly x: number
  readonly y: number
}
const WIDTH = 116
const HEIGHT = 52

const ROW: Readonly<Record<EpisodeState, Place>> = {
  PENDING: { x: 2, y: 8 },
  GENERATING: { x: 168, y: 8 },
  INTERACTING: { x: 334, y: 8 },
  TERMINATED: { x: 500, y: 8 },
}
const SQUARE: Readonly<Record<EpisodeState, Place>> = {
  PENDING: { x: 2, y: 8 },
  GENERATING: { x: 190, y: 8 },
  INTERACTING: { x: 190, y: 112 },
  TERMINATED: { x: 2, y: 112 },
}

/** By the two states that an arrow joins. */
const ROW_ARROWS = {
  'PENDING>GENERATING': 'M118 34H166',
  'GENERATING>INTERACTING': 'M284 26H332',
  'INTERACTING>GENERATING': 'M332 42H286',
  'INTERACTING>TERMINATED': 'M450 34H498',
  'GENERATING>TERMINATED': 'M226 60C226 92 290 96 396 96C500 96 558 92 558 64',
} as const
const SQUARE_ARROWS = {
  'PENDING>GENERATING': 'M118 34H188',
  'GENERATING>INTERACTING': 'M238 60V110',
  'INTERACTING>GENERATING': 'M262 112V62',
  'INTERACTING>TERMINATED': 'M190 138H120',
  'GENERATING>TERMINATED': 'M196 60L112 110',
} as const

export function StateMachine({ states }: { readonly states: StateCounts | null }) {
  const row = useMedia('(min-width: 1320px)')
  const taken = useWorkbench((state) =>
    state.token === null || state.tokenStep === null ? '' : [...arrowsOf(episodePath(state.tokenStep, state.token.sequence))].join(' '),
  )
  const places = row ? ROW : SQUARE
  const counts = states?.counts
  const total = counts === undefined ? 0 : counts.PENDING + counts.GENERATING + counts.INTERACTING + counts.TERMINATED
  const sentence =
    counts === undefined
      ? 'No episodes yet.'
      : `${counts.PENDING} episodes pending, ${counts.GENERATING} generating, ${counts.INTERACTING} interacting, ${counts.TERMINATED} terminated.`
  return (
    <div className="machine">
      <svg
        viewBox={row ? '0 0 618 104' : '0 0 308 172'}
        style={row ? undefined : { maxWidth: 330 }}
        role="img"
        aria-label={`State machine of the episodes. ${sentence}`}
      >
        <defs>
          {['arrow-head', 'arrow-head-taken'].map((head) => (
            <marker
              key={head}
              id={head}
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="9"
              markerHeight="9"
              markerUnits="userSpaceOnUse"
              orient="auto-start-reverse"
            >
              <path className={head} d="M0 .5L8 4L0 7.5z" />
            </marker>
          ))}
          <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V6" stroke="var(--interacting-tint)" strokeWidth="4" />
          </pattern>
        </defs>
        {Object.entries(row ? ROW_ARROWS : SQUARE_ARROWS).map(([name, path]) => (
          <Arrow key={name} path={path} taken={taken.split(' ').includes(name)} />
        ))}
        <Node name="PENDING" place={places.PENDING} count={counts?.PENDING} stroke="var(--pending)" dash="2 3" />
        <Node name="GENERATING" place={places.GENERATING} count={counts?.GENERATING} stroke="var(--generating)" fill="var(--generating-tint)" />
        <Node name="INTERACTING" place={places.INTERACTING} count={counts?.INTERACTING} stroke="var(--interacting)" fill="url(#hatch)" />
        <Node name="TERMINATED" place={places.TERMINATED} count={counts?.TERMINATED} stroke="var(--terminated)" ended />
      </svg>
      {states !== null && total > 0 && <Stops stops={states.stops} />}
    </div>
  )
}

/** A place that the chosen episode went through is told by a thicker line, and by the words beside it. */
function Arrow({ path, taken }: { readonly path: string; readonly taken: boolean }) {
  return <path className={taken ? 'arrow taken' : 'arrow'} d={path} markerEnd={taken ? 'url(#arrow-head-taken)' : 'url(#arrow-head)'} />
}

interface NodeProps {
  readonly name: EpisodeState
  readonly place: Place
  readonly count: number | undefined
  readonly stroke: string
  readonly fill?: string
  readonly dash?: string
  readonly ended?: boolean
}

function Node({ name, place: { x, y }, count, stroke, fill, dash, ended }: NodeProps) {
  return (
    <g>
      <rect className="node" x={x} y={y} width={WIDTH} height={HEIGHT} rx="6" stroke={stroke} strokeDasharray={dash} />
      {fill !== undefined && <rect x={x + 1} y={y + 1} width={WIDTH - 2} height={HEIGHT - 2} rx="5" fill={fill} />}
      {ended === true && <rect x={x + 3.5} y={y + 3.5} width={WIDTH - 7} height={HEIGHT - 7} rx="3" fill="none" stroke={stroke} />}
      <text className="count" x={x + WIDTH / 2} y={y + 25}>
        {count === undefined ? '–' : whole(count)}
      </text>
      <text x={x + WIDTH / 2} y={y + 42}>
        {name}
      </text>
    </g>
  )
}

function Stops({ stops }: { readonly stops: Readonly<Partial<Record<StopReason, number>>> }) {
  const ended = Object.entries(stops).filter(([, count]) => count > 0)
  if (ended.length === 0) return null
  return (
    <ul className="stops small soft" aria-label="Why episodes ended">
      {ended.map(([reason, count]) => (
        <li key={reason}>
          <b>{whole(count)}</b> {STOP_WORDS[reason as StopReason]}
        </li>
      ))}
    </ul>
  )
}
