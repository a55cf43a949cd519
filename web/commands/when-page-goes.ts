// The last moments in which a page may ask for something: when it is hidden, after which it may be closed without another
// word, and when it is left.

/** Calls back at each; returns the way to stop listening. */
export function whenPageGoes(listener: () => void): () => void {
  const hidden = (): void => {
    if (document.hidden) listener()
  }
  document.addEventListener('visibilitychange', hidden)
  window.addEventListener('pagehide', listener)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    window.removeEventListener('pagehide', listener)
  }
}
