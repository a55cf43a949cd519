// Whether a media query holds, kept up to date. A query is asked of the browser once, however many ask for it.

import { useCallback, useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const known = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, known)
  return known
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}
