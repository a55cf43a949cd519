// The page without a network: asks the browser to keep the built page once it has been open for a while and has nothing to do; lets a
// newer version wait until a person presses; takes the copy away again. In development there is none.

import type { OfflineState } from '../state/offline.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { forgetText, keepText, keptText } from './preferences.ts'
import { tell } from './take-away.ts'

/** Milliseconds after the page has opened. */
const PATIENCE = 4000
/** Somebody has taken the copy away, and it stays away. */
const REFUSED = 'tokenloom-no-offline'

let registration: ServiceWorkerRegistration | null = null

function set(change: Partial<OfflineState>): void {
  workbench.setState({ offline: { ...workbench.getState().offline, ...change } })
}

const possible = (): boolean => import.meta.env.PROD && window.isSecureContext && 'serviceWorker' in navigator

/** Called once, when the page opens. */
export function watchOffline(): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  // Who saves data keeps the page only by a press.
  const sparing = connection?.saveData === true && possible() && navigator.serviceWorker.controller === null
  if (!possible() || sparing || keptText(REFUSED) !== null) {
    set({ kind: 'off' })
    return
  }
  const whenQuiet = (): void => {
    const { underWay, pending } = workbench.getState()
    if (document.hidden || pending !== null || runsAtWork(underWay).length > 0) setTimeout(whenQuiet, PATIENCE)
    else void keepPage()
  }
  setTimeout(whenQuiet, PATIENCE)
}

/** Keeps the page, or looks whether there is a newer one. */
export async function keepPage(): Promise<void> {
  if (!possible()) return
  forgetText(REFUSED)
  try {
    set({ kind: workbench.getState().offline.kind === 'ready' ? 'ready' : 'keeping' })
    const mine = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), { updateViaCache: 'none' })
    registration = mine
    if (mine.active !== null) set({ kind: 'ready', newer: mine.waiting !== null })
    mine.addEventListener('updatefound', () => follow(mine.installing))
    follow(mine.installing)
  } catch {
    // A host without it, or a browser that refuses: the page is whole without.
    set({ kind: 'off' })
  }
}

function follow(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration?.active != null) set({ newer: true })
    if (worker.state === 'activated') set({ kind: 'ready' })
    if (worker.state === 'redundant' && registration?.active == null) set({ kind: 'off' })
  })
}

/** The press on the newer version: the page begins anew with it. */
export function takeNewerVersion(): void {
  const waiting = registration?.waiting
  // Told by the worker itself: a page that was reloaded past its cache has no controller that could change.
  waiting?.addEventListener('statechange', () => {
    if (waiting.state === 'activated') location.reload()
  })
  waiting?.postMessage('use the newer version')
}

/** Milliseconds that a newer version may take to come. */
const COMING = 20_000

/**
 * Begins the page anew, where a part of it did not come. A kept page whose host has gone on would come back as it is: the newer
 * version is fetched and used instead.
 */
export async function reloadPage(): Promise<void> {
  registration ??= (await navigator.serviceWorker?.getRegistration().catch(() => undefined)) ?? null
  await registration?.update().catch(() => {})
  const coming = registration?.installing
  if (coming != null) {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, COMING)
      coming.addEventListener('statechange', () => resolve(), { once: true })
    })
  }
  if (registration?.waiting == null) location.reload()
  else takeNewerVersion()
}

export async function forgetPage(): Promise<void> {
  keepText(REFUSED, '1')
  const mine = registration ?? (await navigator.serviceWorker.getRegistration())
  const scope = mine?.scope
  await mine?.unregister()
  registration = null
  // Other pages may live on this host.
  if (scope !== undefined) for (const name of await caches.keys()) if (name.endsWith(scope)) await caches.delete(name)
  set({ kind: 'off', newer: false })
  tell('The copy of the page is gone. Runs and policies stay.')
}
