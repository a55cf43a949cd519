// The page's entry: theme before the first paint, the workbench, then what happens when a page opens.

import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { automation } from './automation.ts'
import { watchShortcuts } from './commands/shortcuts.ts'
import { restoreSmoothing } from './commands/smoothing.ts'
import { isEmbedded, startPage } from './commands/start-page.ts'
import { restoreTheme } from './commands/theme.ts'
import { watchDrops } from './commands/watch-drops.ts'
import { restoreWidths } from './commands/zone-widths.ts'
import { Part } from './views/Part.tsx'
import { Workbench } from './views/Workbench.tsx'

const EmbedPage = lazy(async () => ({ default: (await import('./views/EmbedPage.tsx')).EmbedPage }))

restoreTheme()
restoreSmoothing()
restoreWidths()
watchShortcuts()
watchDrops()
Object.assign(globalThis, { tokenloom: automation })

const root = document.getElementById('root')
// For scripts that drive the page and look at nothing: everything but the views.
const withoutViews = new URLSearchParams(location.search).get('views') === 'none'
if (withoutViews) {
  root?.replaceChildren()
  void startPage()
} else if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Part>{isEmbedded() ? <EmbedPage /> : <Workbench />}</Part>
    </StrictMode>,
  )
  void startPage()
}
