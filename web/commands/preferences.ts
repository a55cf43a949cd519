// Small preferences of the page, in the browser's own storage. It may be forbidden; a preference then lasts as long
// as the page.

export function keptText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // As said above.
  }
}
