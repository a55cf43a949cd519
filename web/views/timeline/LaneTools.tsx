// Which kinds of lanes are unfolded, as buttons, and in words how the lanes are arranged.

import { arrangeLanes } from '../../commands/navigate.ts'
import { type Arrangement, LANE_KINDS, withFold } from '../../state/lanes.ts'
import { LANE_WORDS, LANES_SHOWN, lanesWords } from '../../text/timeline.ts'

export function LaneTools({ lanes }: { readonly lanes: Arrangement }) {
  const named = lanes.pinned
    .map((lane) => LANE_KINDS.find((kind) => kind === lane))
    .map((kind, index) => (kind === undefined ? (lanes.pinned[index] ?? '').replace(/^a-/, '') : LANE_WORDS[kind]))
  const said = lanesWords(named, lanes.folded)
  return (
    <>
      <fieldset className="button-row">
        <legend className="unseen">{LANES_SHOWN}</legend>
        {LANE_KINDS.map((kind) => (
          <button key={kind} type="button" className="button" aria-pressed={!lanes.folded.includes(kind)} onClick={() => arrangeLanes(withFold(lanes, kind))}>
            {LANE_WORDS[kind]}
          </button>
        ))}
      </fieldset>
      {said !== '' && (
        <p className="small faint" data-testid="lanes-said">
          {said}
        </p>
      )}
    </>
  )
}
