// Every turn of the play: who wrote what, what became of it, and what each agent earned; sums below. A press looks at the turn.

import type { AuthoredFrame } from '../../../src/sandbox/authored-play.ts'
import { lookAtFrame } from '../../commands/author-play.ts'
import { bareText, returnsOf } from '../../state/author-play.ts'
import { verdictWords } from '../../text/author-play.ts'
import { signed } from '../../text/numbers.ts'

/** Longer plays show their end. */
const SHOWN = 200

export function PlayTurns({ frames, place, stopText }: { readonly frames: readonly AuthoredFrame[]; readonly place: number; readonly stopText: string }) {
  if (frames.length < 2) return null
  const agents = [...new Set(frames.flatMap(({ rewards, live }) => [...live, ...Object.keys(rewards)]))]
  const sums = returnsOf(frames)
  const from = Math.max(1, frames.length - SHOWN)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Rewards by turn and agent">
      <table className="table small" data-testid="play-turns">
        <thead>
          <tr>
            <th>Turn</th>
            <th>Wrote</th>
            {agents.map((agent) => (
              <th key={agent} className="right">
                {agents.length === 1 ? 'Reward' : agent}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {frames.slice(from).map((frame, index) => {
            const turn = from + index
            return (
              <tr key={turn} data-shown={turn === place}>
                <td>
                  <button
                    type="button"
                    className="button button-quiet number"
                    aria-current={turn === place ? 'step' : undefined}
                    onClick={() => lookAtFrame(turn)}
                  >
                    {turn}
                  </button>
                </td>
                <td>
                  {Object.entries(frame.texts).map(([agent, text]) => (
                    <span key={agent} className="author-wrote">
                      {agents.length > 1 && <span className="soft">{agent} </span>}
                      <code>{bareText(text, stopText)}</code>
                      {frame.verdicts[agent]?.kind !== 'accepted' && <span className="author-verdict"> {verdictWords(frame.verdicts[agent])}</span>}
                    </span>
                  ))}
                  {frame.fault !== null && <span className="author-verdict">{frame.fault}</span>}
                </td>
                {agents.map((agent) => (
                  <td key={agent} className="right number">
                    {frame.rewards[agent] === undefined ? '' : signed(frame.rewards[agent] ?? 0, 2)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Return
            </th>
            {agents.map((agent) => (
              <td key={agent} className="right number">
                <strong>{signed(sums[agent] ?? 0, 2)}</strong>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
