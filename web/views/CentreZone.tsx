// The centre: what is happening as tokens, or one of the views that stand in its place. All but the tokens come lazily.

import { Activity, lazy, memo } from 'react'
import { useWorkbench } from '../state/use-workbench.ts'
import { centreView } from '../state/view-groups.ts'
import { Part } from './Part.tsx'
import { useShownTab } from './shown-tab.ts'
import { TokenZone } from './tokens/TokenZone.tsx'
import { ViewNav } from './ViewNav.tsx'

const AuthorView = lazy(async () => ({ default: (await import('./author/AuthorView.tsx')).AuthorView }))
const ProblemsView = lazy(async () => ({ default: (await import('./data/ProblemsView.tsx')).ProblemsView }))
const EngineView = lazy(async () => ({ default: (await import('./engine/EngineView.tsx')).EngineView }))
const GamesView = lazy(async () => ({ default: (await import('./games/GamesView.tsx')).GamesView }))
const IsolationLab = lazy(async () => ({ default: (await import('./lab/IsolationLab.tsx')).IsolationLab }))
const LessonsView = lazy(async () => ({ default: (await import('./lessons/LessonsView.tsx')).LessonsView }))
const PoliciesView = lazy(async () => ({ default: (await import('./policies/PoliciesView.tsx')).PoliciesView }))
const QueueView = lazy(async () => ({ default: (await import('./schedule/QueueView.tsx')).QueueView }))
const RunsView = lazy(async () => ({ default: (await import('./runs/RunsView.tsx')).RunsView }))
const TimelineView = lazy(async () => ({ default: (await import('./timeline/TimelineView.tsx')).TimelineView }))
const TryView = lazy(async () => ({ default: (await import('./try/TryView.tsx')).TryView }))

/** Another tab is nothing to it. */
const Tokens = memo(TokenZone)

export function CentreZone({ narrow }: { readonly narrow: boolean }) {
  const tab = useShownTab()
  const view = centreView(tab)
  const hidden = useWorkbench((state) => state.hidden)
  return (
    <div className="centre">
      {!narrow && !hidden.includes('views') && <ViewNav narrow={false} />}
      <section className="zone zone-middle" aria-label="What is happening">
        {/* On narrow screens charts and settings stand in the centre's place: tokens are then drawn when nothing else is to be done. */}
        {view === 'tokens' && (
          <Activity mode={narrow && tab !== view ? 'hidden' : 'visible'}>
            <Tokens />
          </Activity>
        )}
        <Part key={view} waiting={<p className="section small faint">Loading the view</p>}>
          {view === 'author' && <AuthorView />}
          {view === 'data' && <ProblemsView />}
          {view === 'engine' && <EngineView />}
          {view === 'games' && <GamesView />}
          {view === 'lessons' && <LessonsView />}
          {view === 'policies' && <PoliciesView />}
          {view === 'queue' && <QueueView />}
          {view === 'lab' && <IsolationLab />}
          {view === 'runs' && <RunsView />}
          {view === 'timeline' && <TimelineView />}
          {view === 'try' && <TryView />}
        </Part>
      </section>
    </div>
  )
}
