// Every turn that was played: who wrote what, what became of it, and what it earned.

import type { HandGame } from '../../state/hand-play.ts'
import { turnVerdict } from '../../text/hand.ts'
import { signed } from '../../text/numbers.ts'

export function HandTurns({ game }: { readonly game: HandGame }) {
  if (game.turns.length === 0) return null
  return (
    <section className="section" aria-labelledby="hand-turns">
      <h3 id="hand-turns">Turns</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Turns of this episode">
        <table className="table">
          <thead>
            <tr>
              <th>Turn</th>
              <th>Agent</th>
              <th>Wrote</th>
              <th>What became of it</th>
              <th className="right">Rewards</th>
            </tr>
          </thead>
          <tbody>
            {game.turns.map((turn, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
              <tr key={index}>
                <td>{index + 1}</td>
                <td>{turn.agent}</td>
                <td>
                  <code>{turn.text}</code>
                </td>
                <td>{turnVerdict(turn)}</td>
                <td className="right">
                  {Object.entries(turn.rewards)
                    .filter(([, reward]) => reward !== 0)
                    .map(([agent, reward]) => (game.agents.length === 1 ? signed(reward, 2) : `${agent} ${signed(reward, 2)}`))
                    .join(', ') || '0'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
