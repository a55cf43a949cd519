// Light, dark, or as the system has it; remembered.

import { type Theme, workbench } from '../state/workbench.ts'
import { keepText, keptText } from './preferences.ts'

const KEY = 'tokenloom-theme'

export function restoreTheme(): void {
  const kept = keptText(KEY)
  applyTheme(kept === 'light' || kept === 'dark' ? kept : 'system')
}

export function nextTheme(): void {
  const { theme } = workbench.getState()
  const next: Theme = theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
  applyTheme(next)
  keepText(KEY, next)
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  workbench.setState({ theme })
}
