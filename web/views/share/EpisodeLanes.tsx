// Who acted in which turn of an episode: a lane an agent, a block a turn; a press goes there. The twin of a drawing is itself.

import { goToEpisodeFrame } from '../../commands/play-episode.ts'
import type { PlayedEpisode } from '../../state/episode-play.ts'
import { moveWords } from '../../text/board.ts'
import { agentLetter } from '../../text/timeline.ts'

export function EpisodeLanes({ episode: { frames, turns }, frame }: { readonly episode: PlayedEpisode; readonly frame: number }) {
  const acted = new Set(turns.turns.map(({ agent }) => agent))
  const agents = turns.agents.filter((agent) => acted.has(agent))
  if (agents.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Who acted when">
      <table className="episode-lanes small">
        <tbody>
          {agents.map((agent, place) => (
            <tr key={agent}>
              <th scope="row">
                <b style={{ color: `var(--agent-${(place % 8) + 1})` }}>{agentLetter(place)}</b> {agent}
              </th>
              {frames.slice(1).map(({ turns: own }, index) => {
                const turn = own.find((one) => one.agent === agent)
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: frames of an episode never move
                  <td key={index} data-shown={index + 1 === frame}>
                    {turn !== undefined && (
                      <button
                        type="button"
                        className="episode-block"
                        style={{ '--piece': `var(--agent-${(place % 8) + 1})` } as React.CSSProperties}
                        data-verdict={turn.verdict}
                        title={`Turn ${index + 1}: ${moveWords(turn)}`}
                        aria-label={`Turn ${index + 1}: ${moveWords(turn)}`}
                        aria-current={index + 1 === frame ? 'step' : undefined}
                        onClick={() => goToEpisodeFrame(index + 1)}
                      />
                    )}
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
