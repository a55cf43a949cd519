// One replay, in a frame on somebody else's page: an episode out of a link, a bundle after the press that asks for it, or the recorded
// run. Nothing that decides or trains; the way to the whole page stands at its head.

import { lazy } from 'react'
import { selectTab } from '../commands/navigate.ts'
import type { Tab } from '../state/address.ts'
import { titleOfSpec } from '../state/preset-title.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import { EMBED_EMPTY, OPEN_WHOLE } from '../text/share.ts'
import { TAB_WORDS } from '../text/tabs.ts'
import { Mark } from '../ui/Mark.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { Part } from './Part.tsx'
import { ResultsZone } from './results/ResultsZone.tsx'
import { BundleElsewhere } from './share/BundleElsewhere.tsx'
import { EpisodePlayer } from './share/EpisodePlayer.tsx'
import { LinkPreview } from './share/LinkPreview.tsx'
import { TokenCard } from './tokens/TokenCard.tsx'
import { TokenZone } from './tokens/TokenZone.tsx'

const TimelineView = lazy(async () => ({ default: (await import('./timeline/TimelineView.tsx')).TimelineView }))

const VIEWS = ['charts', 'tokens', 'timeline'] as const satisfies readonly Tab[]

export function EmbedPage() {
  const read = useWorkbench((state) => state.link?.read ?? null)
  const spec = useWorkbench((state) => state.run?.spec ?? null)
  const episode = read?.kind === 'held' && read.content.kind === 'episode' ? read.content : null
  const title = episode !== null ? `${episode.environment}, seed ${episode.seed}` : spec === null ? '' : `${titleOfSpec(spec)}, seed ${spec.seed}`
  // Told apart from the page around it, and from other frames there.
  const label = `Replay: ${title}`
  return (
    <div className="embed">
      <div className="embed-head">
        <h1 className="brand">
          <Mark />
          Tokenloom
        </h1>
        <p className="head-run small">{title}</p>
        <WholePage />
      </div>
      {episode !== null ? (
        <main className="section embed-main" aria-label={label}>
          <EpisodePlayer link={episode} />
        </main>
      ) : read?.kind === 'elsewhere' ? (
        <main className="section embed-main link-preview" aria-label={label}>
          <BundleElsewhere bundle={read.bundle} />
        </main>
      ) : (
        <Replay label={label} />
      )}
      <TokenCard />
    </div>
  )
}

function Replay({ label }: { readonly label: string }) {
  const link = useWorkbench((state) => state.link)
  const shown = useWorkbench((state) => VIEWS.find((view) => view === state.tab) ?? 'charts')
  const empty = useWorkbench((state) => state.run === null)
  const error = useWorkbench((state) => state.commandError)
  return (
    <>
      <nav className="embed-views" aria-label="Views">
        {VIEWS.map((view) => (
          <button key={view} type="button" className="view-tab" aria-current={view === shown ? 'page' : undefined} onClick={() => selectTab(view)}>
            {TAB_WORDS[view]}
          </button>
        ))}
      </nav>
      <main className="embed-main" aria-label={label}>
        {error !== null && <ErrorNotice error={error} />}
        {empty && <p className="section empty">{EMBED_EMPTY}</p>}
        {!empty && shown === 'charts' && <ResultsZone />}
        {!empty && shown === 'tokens' && <TokenZone />}
        <Part waiting={<p className="section small faint">Loading the view</p>}>{!empty && shown === 'timeline' && <TimelineView />}</Part>
      </main>
      {link !== null && <LinkPreview link={link} />}
    </>
  )
}

/** The same place, without the frame: its address follows every step. */
function WholePage() {
  return (
    <a
      className="button"
      target="_blank"
      rel="noopener"
      href={location.pathname}
      onPointerDown={(event) => {
        event.currentTarget.href = location.pathname + location.hash
      }}
      onFocus={(event) => {
        event.currentTarget.href = location.pathname + location.hash
      }}
    >
      {OPEN_WHOLE}
    </a>
  )
}
