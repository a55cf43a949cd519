// The timeline's twin in HTML: every turn and every wait of a step as rows, for whoever does not see the drawing, and for looking up.

import { memo, useState } from 'react'
import type { StepTurns } from '../../../src/record/step-turns.ts'
import { rewardWords, verdictWords, WAIT_KINDS } from '../../text/timeline.ts'

/** Rows before one asks for all. */
const FIRST = 60

interface Twin {
  readonly turns: StepTurns
  readonly failed: ReadonlySet<string>
  /** What the tables are of. */
  readonly name: string
  readonly onSelect: (episode: number, turn: number) => void
}

export const TimelineTable = memo(function TimelineTable({ turns, failed, name, onSelect }: Twin) {
  const [all, setAll] = useState(false)
  // Rows that nobody looks at are not made: a run that is followed brings others with every step.
  const [open, setOpen] = useState(false)
  const rows = !open ? [] : all ? turns.turns : turns.turns.slice(0, FIRST)
  const waits = !open ? [] : all ? turns.waits : turns.waits.slice(0, FIRST)
  const hidden = open ? turns.turns.length + turns.waits.length - rows.length - waits.length : 0
  return (
    <details className="more section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name} as tables: {turns.turns.length} turns, {turns.waits.length} waits
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Turns">
        <table className="table" data-testid="turn-table">
          <thead>
            <tr>
              {['Episode', 'Turn', 'Agent', 'Player', 'Version', 'Tokens', 'Outcome', 'Action', 'Rewards', 'Ended', 'Check'].map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((turn) => {
              const key = `${turns.step}/${turn.episode}/${turn.wave}/${turn.agent}`
              return (
                <tr key={key}>
                  <td>{turn.episode}</td>
                  <td>
                    <button type="button" className="button button-quiet" onClick={() => onSelect(turn.episode, turn.wave)}>
                      {turn.wave}
                    </button>
                  </td>
                  <td>{turn.place === undefined ? turn.agent : `${turn.agent} for ${turn.place}`}</td>
                  <td>{turn.player}</td>
                  <td>{turn.version}</td>
                  <td>{turn.tokens}</td>
                  <td>{verdictWords(turn.verdict)}</td>
                  <td>{turn.action.slice(0, 60)}</td>
                  <td>{rewardWords(turn.rewards)}</td>
                  <td>{turn.stop?.replaceAll('_', ' ') ?? ''}</td>
                  <td>{failed.has(key) ? 'failed' : ''}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {turns.waits.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <section className="table-scroll" tabIndex={0} aria-label="Waits">
          <table className="table" data-testid="wait-table">
            <thead>
              <tr>
                {['Episode', 'Turn', 'Kind', 'Waiting', 'For', 'From action', 'To action'].map((head) => (
                  <th key={head}>{head}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {waits.map((wait) => (
                <tr key={`${wait.episode} ${wait.wave} ${wait.kind} ${wait.since}`}>
                  <td>{wait.episode}</td>
                  <td>{wait.wave}</td>
                  <td>{WAIT_KINDS[wait.kind]}</td>
                  <td>{wait.waiting.join(', ')}</td>
                  <td>{wait.for.join(', ')}</td>
                  <td>{wait.since}</td>
                  <td>{wait.until}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {hidden > 0 && (
        <button type="button" className="button" onClick={() => setAll(true)}>
          All rows ({hidden} more)
        </button>
      )}
    </details>
  )
})
