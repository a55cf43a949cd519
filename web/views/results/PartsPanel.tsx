// Where an environment tells parts of its problems apart, such as kinds of figures: how far the policy came on each, from a hollow
// mark where the base stood to a full one. What stays behind is seen at once.

import type { PartGain } from '../../state/part-gains.ts'
import { partGains } from '../../state/part-gains.ts'
import type { RunView } from '../../state/run-view.ts'
import { fixed } from '../../text/numbers.ts'
import { PARTS_NOTE, PARTS_TITLE, partName, partTitle } from '../../text/results.ts'

export function PartsPanel({ run }: { readonly run: RunView }) {
  const gains = partGains(run)
  if (gains.length === 0) return null
  return (
    <section className="section" aria-labelledby="parts-title" data-testid="parts">
      <h2 id="parts-title" className="section-head">
        {PARTS_TITLE}
      </h2>
      <dl className="parts small">
        {gains.map((gain) => (
          <PartLine key={gain.name} gain={gain} />
        ))}
      </dl>
      <p className="small faint">{PARTS_NOTE}</p>
    </section>
  )
}

/** Shares lie between 0 and 1; a measure beyond that stays at the edge. */
const place = (value: number): string => `${100 * Math.max(0, Math.min(1, value))}%`

function PartLine({ gain }: { readonly gain: PartGain }) {
  const { name, base, now } = gain
  const track = { '--from': place(Math.min(base, now)), '--to': place(Math.max(base, now)), '--base': place(base), '--now': place(now) } as React.CSSProperties
  return (
    <div className="part-line" title={partTitle(gain)}>
      <dt>{partName(name)}</dt>
      <dd>
        <span className="part-track" style={track} aria-hidden="true">
          <i className="part-base" />
          <i className="part-now" />
        </span>
        <span className="number">
          {fixed(base, 2)} to <b>{fixed(now, 2)}</b>
        </span>
      </dd>
    </div>
  )
}
