// The audit's findings in sentences, each the way to the turn at which it happened.

import { selectTurn } from '../../commands/navigate.ts'
import type { FailedCheck } from '../../state/timeline.ts'

/** More of them say nothing new. */
const MOST = 12

export function FailedChecks({ checks }: { readonly checks: readonly FailedCheck[] }) {
  if (checks.length === 0) return null
  return (
    <section className="section" aria-labelledby="failed-checks">
      <h3 id="failed-checks">Checks that failed</h3>
      <ul className="timeline-checks small">
        {checks.slice(0, MOST).map(({ step, violation, turn }) => (
          <li key={`${step} ${violation.check} ${violation.episode} ${violation.turn} ${violation.agent}`}>
            <button type="button" className="button button-quiet" onClick={() => selectTurn(step, violation.episode, turn?.wave ?? violation.turn)}>
              Step {step}, episode {violation.episode}
            </button>{' '}
            {violation.sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}
