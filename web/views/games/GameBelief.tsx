// What a policy believes of the position on view, in words and as a list: the same numbers as the marks on the board.

import type { GameBelief as Belief } from '../../state/games.ts'
import { percent } from '../../text/board.ts'
import { BELIEF_NONE, beliefWords } from '../../text/games.ts'

/** Beyond so many the rest is folded into one line. */
const SHOWN = 8

export function GameBelief({ belief, asking, believer }: { readonly belief: Belief | null; readonly asking: boolean; readonly believer: string }) {
  if (belief === null) return <p className="small soft">{asking ? 'Asking the engine' : BELIEF_NONE}</p>
  const most = belief.actions[0]?.probability ?? 1
  const rest = belief.actions.slice(SHOWN).reduce((sum, { probability }) => sum + probability, 0)
  return (
    <section className="belief" aria-label="What the policy believes" aria-busy={asking} data-testid="belief">
      <p className="small">{beliefWords(belief, believer)}</p>
      <table className="belief-table small">
        <tbody>
          {belief.actions.slice(0, SHOWN).map(({ action, probability }) => (
            <tr key={action}>
              <th scope="row" className="mono">
                {action}
              </th>
              <td aria-hidden="true" className="belief-bar">
                <span style={{ width: `${(100 * probability) / most}%` }} />
              </td>
              <td className="right number">{percent(probability)} %</td>
            </tr>
          ))}
          {belief.actions.length > SHOWN && (
            <tr>
              <th scope="row">{belief.actions.length - SHOWN} others</th>
              <td aria-hidden="true" className="belief-bar" />
              <td className="right number">{percent(rest)} %</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
