// The page's entry: theme before the first paint, the workbench, then what happens when a page opens.

import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { automation } from './automation.ts'
import { watchShortcuts } from './commands/shortcuts.ts'
import { restoreSmoothing } from './commands/smoothing.ts'
import { startPage } from './commands/start-page.ts'
import { restoreTheme } from './commands/theme.ts'
import { restoreWidths } from './commands/zone-widths.ts'
import { Workbench } from './views/Workbench.tsx'

restoreTheme()
restoreSmoothing()
restoreWidths()
watchShortcuts()
Object.assign(globalThis, { tokenloom: automation })

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Workbench />
    </StrictMode>,
  )
  void startPage()
}
