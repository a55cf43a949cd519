// The workbench: head, dock and three zones; on narrow screens the zones are tabs.

import { lazy, Suspense } from 'react'
import { selectTab } from '../commands/navigate.ts'
import { TABS } from '../state/address.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import type { ZoneWidths } from '../state/workbench.ts'
import { TAB_WORDS } from '../text/tabs.ts'
import { useMedia } from '../ui/use-media.ts'
import { CentreZone } from './CentreZone.tsx'
import { DecideZone } from './decide/DecideZone.tsx'
import { RunDock } from './decide/RunDock.tsx'
import { Header } from './Header.tsx'
import { ResultsZone } from './results/ResultsZone.tsx'
import { TokenCard } from './tokens/TokenCard.tsx'
import { ZoneSplitters } from './ZoneSplitters.tsx'

const HelpSheet = lazy(async () => ({ default: (await import('./help/HelpSheet.tsx')).HelpSheet }))
const Tour = lazy(async () => ({ default: (await import('./help/Tour.tsx')).Tour }))
const DeviceCheck = lazy(async () => ({ default: (await import('./check/DeviceCheck.tsx')).DeviceCheck }))

export function Workbench() {
  const tab = useWorkbench((state) => state.tab)
  const panel = useWorkbench((state) => state.panel)
  const narrow = useMedia('(max-width: 1099px)')
  const widths = useWorkbench((state) => state.widths)
  return (
    <div className="bench" data-tab={tab} style={zoneStyle(widths)}>
      <Header />
      {narrow && (
        <nav className="tabs" aria-label="Zones">
          {TABS.map((one) => (
            <button key={one} type="button" className="tab" aria-current={one === tab ? 'page' : undefined} onClick={() => selectTab(one)}>
              {TAB_WORDS[one]}
            </button>
          ))}
        </nav>
      )}
      <main className="zones">
        <RunDock />
        <DecideZone />
        <CentreZone />
        <ResultsZone />
        <ZoneSplitters />
      </main>
      <TokenCard />
      <Said />
      <Suspense>
        {panel === 'check' && <DeviceCheck />}
        {panel === 'help' && <HelpSheet />}
        {panel === 'tour' && <Tour />}
      </Suspense>
    </div>
  )
}

const zoneStyle = ({ left, right }: ZoneWidths): React.CSSProperties =>
  ({ ...(left === null ? {} : { '--left': `${left}px` }), ...(right === null ? {} : { '--right': `${right}px` }) }) as React.CSSProperties

/** What was just done, in a word, for eyes and for screen readers. */
function Said() {
  const said = useWorkbench((state) => state.said)
  return (
    <p className={said === '' ? 'unseen' : 'said'} role="status">
      {said}
    </p>
  )
}
