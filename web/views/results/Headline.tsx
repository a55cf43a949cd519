// The answer to "does it work", in one line: the held-out return before and now, and the difference with its interval.

import { tryRun } from '../../commands/try-policy.ts'
import { armOf } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { gainOf } from '../../state/verdicts.ts'
import { fixed, signed } from '../../text/numbers.ts'
import { gainSentence } from '../../text/results.ts'
import { Term } from '../../ui/Term.tsx'

export function Headline() {
  const run = useWorkbench((state) => state.run)
  const live = useWorkbench((state) => state.live)
  const gain = run === null ? null : gainOf(run)
  const first = run === null ? undefined : armOf(run, 'policy').evaluations[0]
  return (
    <div className="headline">
      <p className="small soft">
        <Term name="return">Return</Term> on <Term name="heldOut">held-out</Term> problems, <Term name="sampled">sampled</Term>
      </p>
      <div className="headline-numbers">
        <span className="headline-value" data-testid="held-out">
          {gain !== null ? fixed(gain.now, 2) : first === undefined ? '–' : fixed(first.sampled, 2)}
        </span>
        {gain !== null && (
          <span className="number">
            from {fixed(gain.base, 2)}, <b>{signed(gain.difference, 2)}</b> ± {fixed(gain.halfWidth, 2)}
          </span>
        )}
      </div>
      <p className="small soft headline-sentence">{gainSentence(gain, first !== undefined)}</p>
      {run !== null && gain !== null && !live && (run.status === 'finished' || run.status === 'stopped') && (
        <button type="button" className="button headline-try" onClick={() => tryRun(run.id)}>
          Try this policy
        </button>
      )}
    </div>
  )
}
