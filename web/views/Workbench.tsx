// The workbench: head, dock and three zones; on narrow screens the zones are tabs.

import { lazy } from 'react'
import { useWorkbench } from '../state/use-workbench.ts'
import type { ZoneWidths } from '../state/workbench.ts'
import { SheetStatus } from '../ui/Sheet.tsx'
import { useAfterPaint } from '../ui/use-after-paint.ts'
import { useMedia } from '../ui/use-media.ts'
import { CentreZone } from './CentreZone.tsx'
import { DecideZone } from './decide/DecideZone.tsx'
import { RunDock } from './decide/RunDock.tsx'
import { Header } from './Header.tsx'
import { Part } from './Part.tsx'
import { ResultsZone } from './results/ResultsZone.tsx'
import { ShownTab } from './shown-tab.ts'
import { TokenCard } from './tokens/TokenCard.tsx'
import { ViewNav } from './ViewNav.tsx'
import { ZoneSplitters } from './ZoneSplitters.tsx'

const HelpSheet = lazy(async () => ({ default: (await import('./help/HelpSheet.tsx')).HelpSheet }))
const Tour = lazy(async () => ({ default: (await import('./help/Tour.tsx')).Tour }))
const ShareSheet = lazy(async () => ({ default: (await import('./share/ShareSheet.tsx')).ShareSheet }))
const StorageSheet = lazy(async () => ({ default: (await import('./storage/StorageSheet.tsx')).StorageSheet }))
const DropGround = lazy(async () => ({ default: (await import('./share/DropGround.tsx')).DropGround }))
const LinkPreview = lazy(async () => ({ default: (await import('./share/LinkPreview.tsx')).LinkPreview }))
const DeviceCheck = lazy(async () => ({ default: (await import('./check/DeviceCheck.tsx')).DeviceCheck }))

/** Draws nothing anew by itself: what changes with the address, with a sheet or a width, changes in the parts below. */
export function Workbench() {
  return (
    <Bench>
      <Header />
      <NarrowViews />
      <Zones />
      <TokenCard />
      <Said />
      <Over />
    </Bench>
  )
}

function Bench({ children }: { readonly children: React.ReactNode }) {
  const wanted = useWorkbench((state) => state.tab)
  const tab = useAfterPaint(wanted)
  const hidden = useWorkbench((state) => state.hidden)
  const widths = useWorkbench((state) => state.widths)
  return (
    <div className="bench" data-tab={tab} data-coming={tab !== wanted || undefined} data-hide={hidden.join(' ')} style={zoneStyle(widths)}>
      <ShownTab value={tab}>{children}</ShownTab>
    </div>
  )
}

const NARROW = '(max-width: 1099px)'

function NarrowViews() {
  const hidden = useWorkbench((state) => state.hidden)
  const narrow = useMedia(NARROW)
  return narrow && !hidden.includes('views') ? <ViewNav narrow /> : null
}

function Zones() {
  const hidden = useWorkbench((state) => state.hidden)
  const narrow = useMedia(NARROW)
  return (
    <main className="zones">
      {!hidden.includes('decide') && <RunDock />}
      {!hidden.includes('decide') && <DecideZone />}
      <CentreZone narrow={narrow} />
      {!hidden.includes('results') && <ResultsZone />}
      {hidden.length === 0 && <ZoneSplitters />}
    </main>
  )
}

/** What lies over the page. Another sheet is another try. */
function Over() {
  const panel = useWorkbench((state) => state.panel)
  const link = useWorkbench((state) => state.link)
  const dropping = useWorkbench((state) => state.dropping)
  return (
    <SheetStatus value={<Words />}>
      <Part key={link === null ? panel : 'link'} over>
        {panel === 'check' && <DeviceCheck />}
        {panel === 'help' && <HelpSheet />}
        {panel === 'tour' && <Tour />}
        {panel === 'share' && <ShareSheet />}
        {panel === 'storage' && <StorageSheet />}
        {link !== null && <LinkPreview link={link} />}
        {dropping && <DropGround />}
      </Part>
    </SheetStatus>
  )
}

const zoneStyle = ({ left, right }: ZoneWidths): React.CSSProperties =>
  ({ ...(left === null ? {} : { '--left': `${left}px` }), ...(right === null ? {} : { '--right': `${right}px` }) }) as React.CSSProperties

/** Behind a sheet nobody sees or hears it: then it stands in there. */
function Said() {
  const covered = useWorkbench(({ panel, link }) => link !== null || (panel !== null && panel !== 'tour'))
  return covered ? null : <Words />
}

/** What was just done, in a word, for eyes and for screen readers. */
function Words() {
  const said = useWorkbench((state) => state.said)
  return (
    <p className={said === '' ? 'unseen' : 'said'} role="status">
      {said}
    </p>
  )
}
