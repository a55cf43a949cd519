// The table of a league: strength with its interval, as a figure and as a bar on one scale for all, and what was won on either side.

import type { LeagueRecord } from '../../../src/record/league-record.ts'
import type { Standing, Standings } from '../../state/league.ts'
import { marginWords, pointsWords, shareWords, tallyWords } from '../../text/league.ts'

export function LeagueTable({ record, standings: { rows } }: { readonly record: LeagueRecord; readonly standings: Standings }) {
  const least = Math.min(0, ...rows.map(({ points, margin }) => points - margin))
  const most = Math.max(0, ...rows.map(({ points, margin }) => points + margin))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Table of the league">
      <table className="table league-table" data-testid="league-table">
        <thead>
          <tr>
            <th className="right">Place</th>
            <th>Player</th>
            <th className="right">Rating</th>
            <th>95 % interval</th>
            <th className="league-scale">
              <span className="unseen">The same as a drawing</span>
            </th>
            <th className="right">Games</th>
            <th className="right">Score first</th>
            <th className="right">Score second</th>
            <th className="right">Won / drawn / lost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row.entrant}>
              <td className="right">{place + 1}</td>
              <th scope="row">{record.entrants[row.entrant]?.name}</th>
              <td className="right number">{pointsWords(row)}</td>
              <td className="number">{marginWords(row)}</td>
              <td className="league-scale">
                <Interval row={row} least={least} most={most} />
              </td>
              <td className="right number">{row.games}</td>
              <td className="right number">{shareWords(row.asFirst)}</td>
              <td className="right number">{shareWords(row.asSecond)}</td>
              <td className="right number">
                {tallyWords({
                  won: row.asFirst.won + row.asSecond.won,
                  drawn: row.asFirst.drawn + row.asSecond.drawn,
                  lost: row.asFirst.lost + row.asSecond.lost,
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WIDTH = 160

/** A dot with its whiskers; the zero is a line through all rows. */
function Interval({ row, least, most }: { readonly row: Standing; readonly least: number; readonly most: number }) {
  const at = (points: number): number => 4 + ((WIDTH - 8) * (points - least)) / Math.max(1, most - least)
  return (
    <svg className="league-interval" viewBox={`0 0 ${WIDTH} 20`} width={WIDTH} height={20} aria-hidden="true">
      <path className="league-zero" d={`M${at(0)} 0V20`} />
      <path className="league-whisker" d={`M${at(row.points - row.margin)} 10H${at(row.points + row.margin)}`} />
      <circle className="league-dot" cx={at(row.points)} cy={10} r={4} />
    </svg>
  )
}
