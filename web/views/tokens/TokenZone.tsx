// The centre zone: what is happening. The state machine with live counts, and every sampled sequence of a step.

import { lazy, useDeferredValue, useEffect, useMemo } from 'react'
import { leftOpen, statesOf } from '../../state/run-view.ts'
import { tokensAbsent } from '../../state/select-tokens.ts'
import { hasTurnsToStep } from '../../state/timeline.ts'
import { filterStep } from '../../state/token-filter.ts'
import { hasPictures } from '../../state/token-step.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { episodesOf, NO_TOKENS } from '../../text/empty.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { ClockBar } from '../clock/ClockBar.tsx'
import { Part } from '../Part.tsx'
import { EpisodePath } from './EpisodePath.tsx'
import { StateMachine } from './StateMachine.tsx'
import { StepPicker } from './StepPicker.tsx'
import { TokenFilters } from './TokenFilters.tsx'
import { TokenGrid } from './TokenGrid.tsx'
import { TokenKey } from './TokenKey.tsx'

const BoardPanel = lazy(async () => ({ default: (await import('../board/BoardPanel.tsx')).BoardPanel }))
const LedgerPanel = lazy(async () => ({ default: (await import('../credit/LedgerPanel.tsx')).LedgerPanel }))

export function TokenZone() {
  const run = useWorkbench((state) => state.run)
  const selection = useWorkbench((state) => state.selection)
  const problem = useWorkbench((state) => state.tokenProblem)
  const tokenStep = useWorkbench((state) => state.tokenStep)
  const absent = useWorkbench(tokensAbsent)
  // A new step is drawn in slices, and gives way to every press.
  const drawn = useDeferredValue(tokenStep)
  const filter = useDeferredValue(useWorkbench((state) => state.tokenFilter))
  const shown = useMemo(() => (drawn === null ? null : filterStep(drawn, filter)), [drawn, filter])
  const pictures = useMemo(() => drawn !== null && hasPictures(drawn), [drawn])
  useEffect(() => {
    if (drawn !== null && pictures) void import('../../commands/show-pictures.ts').then(({ showPictures }) => showPictures(drawn))
  }, [drawn, pictures])
  const playing = useWorkbench((state) => state.recording === 'playing')
  const chosen = useWorkbench((state) => state.place.episode)
  const live = useWorkbench((state) => state.live)
  const wide = useMedia('(min-width: 1100px)')
  const states = run === null ? null : statesOf(run, selection.arm, selection.step)

  return (
    <>
      <section className="section" aria-labelledby="episodes-title">
        <div className="section-head">
          <h2 id="episodes-title">Episodes</h2>
          {states !== null && <span className="small faint number">{episodesOf(states.step, leftOpen(run, states))}</span>}
        </div>
        <StateMachine states={states} />
      </section>
      {/* What plays by itself on a first visit asks for no worker. */}
      <Part>{run !== null && (run.turns.length > 0 || live) && !playing && <BoardPanel />}</Part>
      {run !== null && drawn !== null && chosen !== null && (
        <Part>
          <LedgerPanel {...{ run: run.id, arm: drawn.arm, step: drawn.step, episode: chosen }} />
        </Part>
      )}
      <section aria-labelledby="tokens-title">
        <div className="token-bar">
          <h2 id="tokens-title">Tokens</h2>
          <StepPicker />
          {run !== null && drawn !== null && hasTurnsToStep(run, drawn) && <ClockBar />}
          <EpisodePath />
        </div>
        {problem !== null && (
          <div className="section">
            <ErrorNotice error={problem} />
          </div>
        )}
        {drawn === null || shown === null ? (
          <div className="section">
            <p className="empty">{NO_TOKENS[absent]}</p>
          </div>
        ) : (
          <>
            {wide ? (
              <>
                <TokenKey pictures={pictures} />
                <TokenFilters all={drawn} shown={shown} />
              </>
            ) : (
              <details className="more token-tools">
                <summary>Key, search and filters</summary>
                <TokenKey pictures={pictures} />
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
