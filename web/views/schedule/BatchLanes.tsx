// The engine's batches of the last ten seconds: a lane for every adapter, a block for every batch it was in, a line that joins the
// adapters that one batch served together. The kind of work is told by the height and filling of the block.

import { nameOfRun } from '../../state/run-name.ts'
import { type Lane, lanesOf, runOfClient, type Schedule, WINDOW, type Work } from '../../state/schedule.ts'
import { milliseconds } from '../../text/numbers.ts'
import { sharedSentence, WORK_WORDS } from '../../text/schedule.ts'

const LANE = 26
const KINDS: readonly Work[] = ['sample', 'forwardBackward', 'optimStep', 'forward']

export function BatchLanes({ schedule }: { readonly schedule: Schedule }) {
  const { lanes, joins, drawn, shared } = lanesOf(schedule)
  const height = Math.max(1, lanes.length) * LANE
  const labelOf = ({ client, adapter }: Lane): string => {
    const known = schedule.clients.find(({ id }) => id === client)
    const name = adapter === null ? 'base' : (known?.adapters.find(({ id }) => id === adapter)?.name ?? adapter)
    return client === null ? name : `${known?.name ?? nameOfRun(runOfClient(client))}, ${name}`
  }
  const newest = schedule.batches.filter(({ kind }) => kind !== 'manage').slice(-12)
  return (
    <>
      <p className="small" data-testid="batches-shared">
        {sharedSentence(drawn, shared)}
      </p>
      {lanes.length > 0 && (
        <div className="lanes">
          <ol className="lane-names small">
            {lanes.map((lane) => (
              <li key={lane.key}>{labelOf(lane)}</li>
            ))}
          </ol>
          <svg
            className="lane-drawing"
            viewBox={`0 0 1000 ${height}`}
            height={height}
            preserveAspectRatio="none"
            role="img"
            aria-label={sharedSentence(drawn, shared)}
          >
            {lanes.map((lane, place) => (
              <g key={lane.key}>
                <line className="lane-rule" x1="0" x2="1000" y1={(place + 1) * LANE - 0.5} y2={(place + 1) * LANE - 0.5} />
                {lane.blocks.map((block) => {
                  const [inset, size] = HEIGHTS[block.kind]
                  const [x, width] = [1000 * block.from, Math.max(2, 1000 * (block.to - block.from))]
                  return (
                    <rect
                      key={`${block.kind}${block.from}`}
                      className={`lane-block lane-${block.kind}`}
                      x={x}
                      width={width}
                      y={place * LANE + inset}
                      height={size}
                    >
                      <title>{`${WORK_WORDS[block.kind]}${block.version === null ? '' : `, version ${block.version}`}, ${block.tokens} tokens`}</title>
                    </rect>
                  )
                })}
              </g>
            ))}
            {joins.map(({ at, lanes: joined, kind }) => (
              <line
                key={`${kind}${at}`}
                className="lane-join"
                x1={1000 * at}
                x2={1000 * at}
                y1={(joined[0] ?? 0) * LANE + 3}
                y2={((joined.at(-1) ?? 0) + 1) * LANE - 3}
              />
            ))}
          </svg>
        </div>
      )}
      <p className="lane-key small soft">
        {KINDS.map((kind) => (
          <span key={kind}>
            <svg width="18" height="14" aria-hidden="true">
              <rect className={`lane-block lane-${kind}`} x="1" width="15" y={1 + HEIGHTS[kind][0] / 3} height={HEIGHTS[kind][1] / 2} />
            </svg>
            {WORK_WORDS[kind]}
          </span>
        ))}
        <span>An upright line joins adapters that one batch served. The right edge is now, the left one {milliseconds(WINDOW)} ago.</span>
      </p>
      <details className="more">
        <summary>The newest batches as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
        <section className="table-scroll" tabIndex={0} aria-label="The newest batches">
          <table className="table">
            <thead>
              <tr>
                <th>Work</th>
                <th className="right">Time</th>
                <th>Adapters</th>
              </tr>
            </thead>
            <tbody>
              {newest.map((batch) => (
                <tr key={batch.number}>
                  <td>{WORK_WORDS[batch.kind]}</td>
                  <td className="right">{milliseconds(batch.milliseconds)}</td>
                  <td>{[...new Set(batch.members.map((member) => labelOf({ ...member, key: '', blocks: [] })))].join('; ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  )
}

/** Top and height within a lane: sampling fills it, a gradient is lower, a step is a thin bar. */
const HEIGHTS: Readonly<Record<Work, readonly [top: number, height: number]>> = {
  sample: [4, 18],
  forwardBackward: [8, 14],
  forward: [8, 14],
  optimStep: [16, 6],
  manage: [20, 2],
}
