// Who beat whom: every player's wins, draws and losses against every other, in the order of the table.

import type { LeagueRecord } from '../../../src/record/league-record.ts'
import type { Standings } from '../../state/league.ts'
import { tallyWords } from '../../text/league.ts'

export function CrossTable({ record, standings: { rows, against } }: { readonly record: LeagueRecord; readonly standings: Standings }) {
  const order = rows.map(({ entrant }) => entrant)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Won, drawn and lost, by pair">
      <table className="table">
        <thead>
          <tr>
            <th>Won / drawn / lost against</th>
            {order.map((other) => (
              <th key={other} className="right">
                {record.entrants[other]?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((own) => (
            <tr key={own}>
              <th scope="row">{record.entrants[own]?.name}</th>
              {order.map((other) => {
                const tally = against[own]?.[other]
                return (
                  <td key={other} className="right number">
                    {own === other || tally === undefined ? '' : tallyWords(tally)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
