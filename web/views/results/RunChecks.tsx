// What is checked on every run while it runs, each with its sentence; and the digest that stands for all of it.

import { useWorkbench } from '../../state/use-workbench.ts'
import { type RunChecks as Checks, checksOf } from '../../state/verdicts.ts'
import { droppedSentence, gapSentence, skippedSentence, unrepeatableSentence } from '../../text/results.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Term } from '../../ui/Term.tsx'
import { Rerun } from './Rerun.tsx'

export function RunChecks() {
  const run = useWorkbench((state) => state.run)
  const checks = run === null ? null : checksOf(run)
  if (run === null || checks === null) return <p className="small faint">Checks appear with the first step.</p>
  return (
    <>
      <ul style={{ display: 'grid', gap: 6 }}>
        <GapLine checks={checks} />
        <Line held={checks.skippedUpdates === 0}>{skippedSentence(checks)}</Line>
        {checks.groups > 0 && <Line held={null}>{droppedSentence(checks)}</Line>}
        {run.unrepeatable !== null && <Line held={null}>{unrepeatableSentence(run.unrepeatable)}</Line>}
        {run.digest !== null && (
          <li className="digest small">
            <Term name="digest">Digest</Term>
            <code title={run.digest} data-testid="digest">
              {run.digest}
            </code>
            <button
              type="button"
              className="button button-quiet"
              aria-label="Copy the digest"
              onClick={() => void navigator.clipboard.writeText(run.digest ?? '')}
            >
              <Icon name="copy" />
            </button>
          </li>
        )}
      </ul>
      <Rerun />
    </>
  )
}

function GapLine({ checks }: { readonly checks: Checks }) {
  return (
    <Line held={checks.logprobGap === 0}>
      <span data-testid="logprob-gap">{gapSentence(checks)}</span>
    </Line>
  )
}

/** Null: a remark, neither held nor broken. */
function Line({ held, children }: { readonly held: boolean | null; readonly children: React.ReactNode }) {
  return (
    <li className="check-line" data-verdict={held === null ? 'remark' : held ? 'held' : 'broken'}>
      <Icon name={held === null ? 'information' : held ? 'check' : 'warning'} />
      <span>{children}</span>
    </li>
  )
}
