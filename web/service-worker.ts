// The page without a network: keeps all built files, each checked against its hash as it comes, and answers for them. A newer version
// waits until a person asks for it. Built into sw.js by scripts/offline-files.mjs; knows nothing of the page but its files.

import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'

interface OfflineFile {
  readonly url: string
  readonly revision: string
  readonly integrity: string
}

/** What TypeScript's DOM library does not have: it is for workers of this kind alone. */
interface Scope {
  addEventListener(kind: 'message', listener: (event: Event & { readonly data: unknown; waitUntil(work: Promise<unknown>): void }) => void): void
  skipWaiting(): Promise<void>
}

/** Put in by the build. */
declare const OFFLINE_FILES: readonly OfflineFile[]

const scope = globalThis as unknown as Scope

precacheAndRoute([...OFFLINE_FILES], { ignoreURLParametersMatching: [/^embed$/] })
cleanupOutdatedCaches()

scope.addEventListener('message', (event) => {
  if (event.data === 'use the newer version') event.waitUntil(scope.skipWaiting())
})
