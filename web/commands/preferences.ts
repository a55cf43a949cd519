// Small preferences of the page, in the browser's own storage: for all its tabs, or for this one alone. It may be
// forbidden; a preference then lasts as long as the page.

export type Scope = 'all tabs' | 'tab'

const storageOf = (scope: Scope): Storage => (scope === 'tab' ? sessionStorage : localStorage)

export function keptText(key: string, scope: Scope = 'all tabs'): string | null {
  try {
    return storageOf(scope).getItem(key)
  } catch {
    return null
  }
}

export function forgetText(key: string, scope: Scope = 'all tabs'): void {
  try {
    storageOf(scope).removeItem(key)
  } catch {
    // As said above.
  }
}

export function keepText(key: string, text: string, scope: Scope = 'all tabs'): void {
  try {
    storageOf(scope).setItem(key, text)
  } catch {
    // As said above.
  }
}
