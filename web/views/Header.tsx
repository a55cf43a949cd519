// The head of the page: the name, what is on view, the device check and the theme.

import { openPanel } from '../commands/navigate.ts'
import { nextTheme } from '../commands/theme.ts'
import { presetTitle } from '../state/preset-title.ts'
import { useWorkbench } from '../state/use-workbench.ts'
import { Icon } from '../ui/Icon.tsx'
import { Mark } from '../ui/Mark.tsx'

const THEME_WORDS = { system: 'as the system', light: 'light', dark: 'dark' } as const

export function Header() {
  const theme = useWorkbench((state) => state.theme)
  const recorded = useWorkbench((state) => state.recording !== null)
  const spec = useWorkbench((state) => state.run?.spec ?? null)
  return (
    <header className="head">
      <h1 className="brand">
        <Mark />
        Tokenloom
      </h1>
      <p className="head-run small">
        {spec === null
          ? 'Trains small language agents in this tab and shows every token'
          : `${recorded ? 'A recording: ' : ''}${presetTitle(spec.preset)}, seed ${spec.seed}, ${spec.steps} steps`}
      </p>
      <div className="head-tools">
        <button type="button" className="button button-quiet" onClick={() => openPanel('check')}>
          <Icon name="chip" />
          <span className="head-word">Device check</span>
        </button>
        <button type="button" className="button button-quiet" onClick={() => openPanel('tour')}>
          <Icon name="tour" />
          <span className="head-word">Tour</span>
        </button>
        <button type="button" className="button button-quiet" aria-label="Help and shortcuts" title="Help and shortcuts" onClick={() => openPanel('help')}>
          <Icon name="help" />
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-label={`Theme: ${THEME_WORDS[theme]}. Change`}
          title={`Theme: ${THEME_WORDS[theme]}`}
          onClick={nextTheme}
        >
          <Icon name={theme} />
        </button>
      </div>
    </header>
  )
}
