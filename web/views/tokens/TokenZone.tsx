// The centre zone: what is happening. The state machine with live counts, and every sampled sequence of a step.

import { useDeferredValue } from 'react'
import { statesOf } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { TOKENS_GONE, TOKENS_TO_COME } from '../../text/empty.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { StateMachine } from './StateMachine.tsx'
import { StepPicker } from './StepPicker.tsx'
import { TokenGrid } from './TokenGrid.tsx'
import { TokenKey } from './TokenKey.tsx'

export function TokenZone() {
  const run = useWorkbench((state) => state.run)
  const selection = useWorkbench((state) => state.selection)
  const problem = useWorkbench((state) => state.tokenProblem)
  const tokenStep = useWorkbench((state) => state.tokenStep)
  // A new step is drawn in slices, and gives way to every press.
  const drawn = useDeferredValue(tokenStep)
  const states = run === null ? null : statesOf(run, selection.arm, selection.step)

  return (
    <>
      <section className="section" aria-labelledby="episodes-title">
        <div className="section-head">
          <h2 id="episodes-title">Episodes</h2>
          {states !== null && <span className="small faint number">step {states.step}</span>}
        </div>
        <StateMachine states={states} />
      </section>
      <section aria-labelledby="tokens-title">
        <div className="token-bar">
          <h2 id="tokens-title">Tokens</h2>
          <StepPicker />
        </div>
        {problem !== null && (
          <div className="section">
            <ErrorNotice error={problem} />
          </div>
        )}
        {drawn === null ? (
          <div className="section">
            <p className="empty">{run === null || run.tokens.length === 0 ? TOKENS_TO_COME : TOKENS_GONE}</p>
          </div>
        ) : (
          <>
            <TokenKey />
            <TokenGrid step={drawn} label={`Tokens of step ${drawn.step}. Arrow keys move between tokens and sequences.`} />
          </>
        )}
      </section>
    </>
  )
}
