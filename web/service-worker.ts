// The page without a network: keeps the built files, each checked against its hash as it comes, and answers for them. A newer version
// waits until a person asks for it. Other bases and the editor's compiler are kept when they are first used, or all when asked.
// Built into sw.js by scripts/offline-files.mjs; knows nothing of the page but its files.

import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'

interface OfflineFile {
  readonly url: string
  readonly revision: string
  readonly integrity: string
  readonly bytes: number
}

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
interface Message extends Extendable {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** What TypeScript's DOM library does not have: it is for workers of this kind alone. */
interface Scope {
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void
  addEventListener(kind: 'message', listener: (event: Message) => void): void
  addEventListener(kind: 'activate', listener: (event: Extendable) => void): void
  skipWaiting(): Promise<void>
  readonly registration: { readonly scope: string }
}

/** Put in by the build. */
declare const OFFLINE_FILES: { readonly first: readonly OfflineFile[]; readonly later: readonly OfflineFile[] }

/** Once: the build puts the whole list wherever its name stands. */
const FILES = OFFLINE_FILES
const scope = globalThis as unknown as Scope
const LATER = `tokenloom-later ${scope.registration.scope}`
const later = new Map(FILES.later.map((file) => [new URL(file.url, scope.registration.scope).href, file]))
/** The revision stands in the address, so that another version of the file is another entry. */
const keyOf = (address: string, { revision }: OfflineFile): string => `${address}?revision=${revision}`

precacheAndRoute(
  FILES.first.map(({ bytes: _, ...entry }) => entry),
  { ignoreURLParametersMatching: [/^embed$/] },
)
cleanupOutdatedCaches()

async function keep(address: string, file: OfflineFile): Promise<Response> {
  const cache = await caches.open(LATER)
  const kept = await cache.match(keyOf(address, file))
  if (kept !== undefined) return kept
  const response = await fetch(address, { integrity: file.integrity, credentials: 'same-origin' })
  if (response.ok) await cache.put(keyOf(address, file), response.clone())
  return response
}

scope.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return
  const address = event.request.url.split(/[?#]/)[0] ?? ''
  const file = later.get(address)
  if (file !== undefined) event.respondWith(keep(address, file))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(LATER)
      const wanted = new Set([...later].map(([address, file]) => keyOf(address, file)))
      for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
    })(),
  )
})

scope.addEventListener('message', (event) => {
  if (event.data === 'use the newer version') event.waitUntil(scope.skipWaiting())
  const [port] = event.ports
  if (event.data !== 'keep all' || port === undefined) return
  event.waitUntil(
    (async () => {
      let bytes = 0
      const total = FILES.later.reduce((sum, file) => sum + file.bytes, 0)
      try {
        for (const [address, file] of later) {
          const response = await keep(address, file)
          if (!response.ok) throw new Error(`${file.url} answered ${response.status}`)
          bytes += file.bytes
          port.postMessage({ bytes, total, error: null })
        }
      } catch (thrown) {
        port.postMessage({ bytes, total, error: thrown instanceof Error ? thrown.message : String(thrown) })
      }
    })(),
  )
})
