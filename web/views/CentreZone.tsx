// The centre: what is happening as tokens, or one of the views that stand in its place. All but the tokens come lazily.

import { lazy, Suspense } from 'react'
import { useWorkbench } from '../state/use-workbench.ts'
import { TokenZone } from './tokens/TokenZone.tsx'
import { centreView, ViewNav } from './ViewNav.tsx'

const EngineView = lazy(async () => ({ default: (await import('./engine/EngineView.tsx')).EngineView }))
const RunsView = lazy(async () => ({ default: (await import('./runs/RunsView.tsx')).RunsView }))
const TryView = lazy(async () => ({ default: (await import('./try/TryView.tsx')).TryView }))

export function CentreZone() {
  const view = useWorkbench((state) => centreView(state.tab))
  return (
    <div className="centre">
      <ViewNav />
      <section className="zone zone-middle" aria-label="What is happening">
        {view === 'tokens' && <TokenZone />}
        <Suspense fallback={<p className="section small faint">Loading the view</p>}>
          {view === 'engine' && <EngineView />}
          {view === 'runs' && <RunsView />}
          {view === 'try' && <TryView />}
        </Suspense>
      </section>
    </div>
  )
}
