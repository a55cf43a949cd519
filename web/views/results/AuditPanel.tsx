// The audit of the run: how many comparisons held, the first that did not in its own sentence, and one episode turn by turn.

import type { AuditView } from '../../state/audit-view.ts'
import type { RunView } from '../../state/run-view.ts'
import { auditSentence, turnWords, waitWords } from '../../text/audit.ts'
import { signed, whole } from '../../text/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'

export function AuditPanel({ run }: { readonly run: RunView }) {
  const { audit } = run
  if (audit === null) return null
  const held = audit.violations === 0
  return (
    <section className="section" aria-labelledby="audit-title" data-testid="audit">
      <h2 id="audit-title" className="section-head">
        Audit
      </h2>
      <p className="check-line" data-verdict={held ? 'held' : 'broken'}>
        <Icon name={held ? 'check' : 'warning'} />
        <span>{auditSentence(audit)}</span>
      </p>
      {audit.first !== null && (
        <div className="notice notice-failed" role="alert">
          <Icon name="warning" />
          <div>
            <p>{audit.first.violation.sentence}</p>
            <p className="soft">
              Expected {audit.first.violation.expected}, found {audit.first.violation.found}.
            </p>
            <p className="code">
              {audit.first.violation.name}, step {audit.first.step}, episode {audit.first.violation.episode}, turn {audit.first.violation.turn}
            </p>
          </div>
        </div>
      )}
      <details className="more small">
        <summary>What was compared</summary>
        <dl className="facts">
          {Object.entries(audit.held).map(([check, count]) => (
            <Held key={check} check={check} count={count} />
          ))}
        </dl>
      </details>
      {audit.turns !== null && <TurnList turns={audit.turns} />}
    </section>
  )
}

function Held({ check, count }: { readonly check: string; readonly count: number }) {
  return (
    <>
      <dt>{check}</dt>
      <dd>{whole(count)}</dd>
    </>
  )
}

function TurnList({ turns: { step, episode } }: { readonly turns: NonNullable<AuditView['turns']> }) {
  return (
    <details className="more small">
      <summary>
        Episode {episode.episode} of step {step}, turn by turn
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" style={{ maxHeight: 320, overflow: 'auto' }} tabIndex={0} aria-label={`Turns of episode ${episode.episode}`}>
        <table className="table">
          <thead>
            <tr>
              <th>Wave</th>
              <th>Agent</th>
              <th>What became of it</th>
              <th className="right">Rewards</th>
            </tr>
          </thead>
          <tbody>
            {episode.turns.map((turn) => (
              <tr key={`${turn.wave} ${turn.agent}`}>
                <td>{turn.wave}</td>
                <td>{turn.agent}</td>
                <td>{turnWords(turn)}</td>
                <td className="right">
                  {Object.entries(turn.rewards)
                    .filter(([, reward]) => reward !== 0)
                    .map(([agent, reward]) => `${agent} ${signed(reward, 2)}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {episode.waits.length > 0 && (
        <ul className="soft" aria-label="Who waited for whom">
          {episode.waits.slice(0, 12).map((wait) => (
            <li key={`${wait.wave} ${wait.kind} ${wait.waiting.join()}`}>{waitWords(wait)}</li>
          ))}
        </ul>
      )}
    </details>
  )
}
