// Light, dark, or as the system has it; remembered.

import { type Theme, workbench } from '../state/workbench.ts'

const KEY = 'tokenloom-theme'

export function restoreTheme(): void {
  const kept = readKept()
  applyTheme(kept === 'light' || kept === 'dark' ? kept : 'system')
}

export function nextTheme(): void {
  const { theme } = workbench.getState()
  const next: Theme = theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
  applyTheme(next)
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  workbench.setState({ theme })
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
