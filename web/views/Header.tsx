// The head of the page: the name, what is on view, the device check and the theme.

import { openPanel, showAll } from '../commands/navigate.ts'
import { nextTheme } from '../commands/theme.ts'
import { titleOfSpec } from '../state/preset-title.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import type { Theme } from '../state/workbench.ts'
import { counted } from '../text/numbers.ts'
import { NEWER_SHORT } from '../text/storage.ts'
import { Icon } from '../ui/Icon.tsx'
import { Mark } from '../ui/Mark.tsx'

const THEME_WORDS = { system: 'as the system', light: 'light', dark: 'dark' } as const

export function Header() {
  const theme = useWorkbench((state) => state.theme)
  const newer = useWorkbench((state) => state.offline.newer)
  const recorded = useWorkbench((state) => state.recording !== null)
  const spec = useWorkbench((state) => state.run?.spec ?? null)
  const game = useWorkbench((state) => state.run?.status === 'played')
  const hidden = useWorkbench((state) => state.hidden)
  if (hidden.includes('tools')) return <PlainHead theme={theme} />
  return (
    <header className="head">
      <h1 className="brand">
        <Mark />
        Tokenloom
      </h1>
      <p className="head-run small">
        {spec === null
          ? 'Trains small language agents in this tab and shows every token'
          : `${recorded ? 'A recording: ' : ''}${titleOfSpec(spec)}, seed ${spec.seed}, ${game ? 'a game' : counted(spec.steps, 'step')}`}
      </p>
      <div className="head-tools">
        {hidden.length > 0 && <ShowAll among />}
        {newer && (
          <button type="button" className="button button-quiet head-extra" title={NEWER_SHORT} onClick={() => openPanel('storage')}>
            <Icon name="information" />
            <span className="head-word">{NEWER_SHORT}</span>
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => openPanel('check')}>
          <Icon name="chip" />
          <span className="head-word">Device check</span>
        </button>
        <button type="button" className="button button-quiet" onClick={() => openPanel('share')}>
          <Icon name="link" />
          <span className="head-word">Share</span>
        </button>
        <button type="button" className="button button-quiet" onClick={() => openPanel('tour')}>
          <Icon name="tour" />
          <span className="head-word">Tour</span>
        </button>
        <button type="button" className="button button-quiet" aria-label="Help and shortcuts" title="Help and shortcuts" onClick={() => openPanel('help')}>
          <Icon name="help" />
        </button>
        <ThemeButton theme={theme} />
      </div>
    </header>
  )
}

function ThemeButton({ theme }: { readonly theme: Theme }) {
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-label={`Theme: ${THEME_WORDS[theme]}. Change`}
      title={`Theme: ${THEME_WORDS[theme]}`}
      onClick={nextTheme}
    >
      <Icon name={theme} />
    </button>
  )
}

/** For a class: the name, the way to the rest of the page, and the theme, which is a need of the eyes. */
function PlainHead({ theme }: { readonly theme: Theme }) {
  return (
    <header className="head">
      <h1 className="brand">
        <Mark />
        Tokenloom
      </h1>
      <p className="head-run" />
      <div className="head-tools">
        <ShowAll />
        <ThemeButton theme={theme} />
      </div>
    </header>
  )
}

/** `among`: other tools stand beside it, so that a narrow screen has room for its sign alone. */
function ShowAll({ among = false }: { readonly among?: boolean }) {
  return (
    <button type="button" className={among ? 'button button-quiet head-extra' : 'button button-quiet'} title="Show the workbench" onClick={showAll}>
      <Icon name="step" />
      <span className={among ? 'head-word' : undefined}>Show the workbench</span>
    </button>
  )
}
