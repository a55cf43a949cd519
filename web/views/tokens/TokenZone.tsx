// The centre zone: what is happening. The state machine with live counts, and every sampled sequence of a step.

import { useDeferredValue, useMemo } from 'react'
import { statesOf } from '../../state/run-view.ts'
import { filterStep } from '../../state/token-filter.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { TOKENS_GONE, TOKENS_TO_COME } from '../../text/empty.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { EpisodePath } from './EpisodePath.tsx'
import { StateMachine } from './StateMachine.tsx'
import { StepPicker } from './StepPicker.tsx'
import { TokenFilters } from './TokenFilters.tsx'
import { TokenGrid } from './TokenGrid.tsx'
import { TokenKey } from './TokenKey.tsx'

export function TokenZone() {
  const run = useWorkbench((state) => state.run)
  const selection = useWorkbench((state) => state.selection)
  const problem = useWorkbench((state) => state.tokenProblem)
  const tokenStep = useWorkbench((state) => state.tokenStep)
  // A new step is drawn in slices, and gives way to every press.
  const drawn = useDeferredValue(tokenStep)
  const filter = useDeferredValue(useWorkbench((state) => state.tokenFilter))
  const shown = useMemo(() => (drawn === null ? null : filterStep(drawn, filter)), [drawn, filter])
  const wide = useMedia('(min-width: 1100px)')
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
          <EpisodePath />
        </div>
        {problem !== null && (
          <div className="section">
            <ErrorNotice error={problem} />
          </div>
        )}
        {drawn === null || shown === null ? (
          <div className="section">
            <p className="empty">{run === null || run.tokens.length === 0 ? TOKENS_TO_COME : TOKENS_GONE}</p>
          </div>
        ) : (
          <>
            {wide ? (
              <>
                <TokenKey />
                <TokenFilters all={drawn} shown={shown} />
              </>
            ) : (
              <details className="more token-tools">
                <summary>Key, search and filters</summary>
                <TokenKey />
                <TokenFilters all={drawn} shown={shown} />
              </details>
            )}
            {shown.groups.length === 0 && <p className="section empty">No sequence of this step passes the filter.</p>}
            <TokenGrid step={shown} label={`Tokens of step ${drawn.step}. Arrow keys move between tokens and sequences.`} />
          </>
        )}
      </section>
    </>
  )
}
