// The sandbox as the page has it: a real frame, a real worker. What is tried in here is what authored code would try if it had broken
// out of the interpreter: it speaks as the worker itself.

import { describe, expect, it } from 'vitest'
import higherLower from '../../src/sandbox/templates/higher-lower.ts?raw'
import { openSandbox } from './sandbox.ts'
import { openFrame } from './sandbox-frame.ts'

/** Tries everything that leads out, and says of each what came of it. */
const HOSTILE_WORKER = `
const tried = async (attempt) => {
  try { await attempt(); return 'came through' } catch (error) { return 'stopped' }
}
const opens = (socket) => new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject })
addEventListener('message', async ({ data: { port } }) => {
  port.postMessage({
    fetch: await tried(() => fetch(${JSON.stringify(location.href)})),
    'fetch without CORS': await tried(() => fetch(${JSON.stringify(location.href)}, { mode: 'no-cors' })),
    XMLHttpRequest: await tried(() => { const request = new XMLHttpRequest(); request.open('GET', ${JSON.stringify(location.href)}, false); request.send() }),
    WebSocket: await tried(() => opens(new WebSocket(${JSON.stringify(location.href.replace(/^http/, 'ws'))}))),
    EventSource: await tried(() => opens(new EventSource(${JSON.stringify(location.href)}))),
    import: await tried(() => import(${JSON.stringify(new URL('./sandbox-frame.ts', import.meta.url).href)})),
    'a worker from the page': await tried(() => new Promise((resolve, reject) => { const worker = new Worker(${JSON.stringify(location.href)}); worker.onerror = reject; worker.onmessage = resolve })),
    indexedDB: await tried(() => new Promise((resolve, reject) => { const request = indexedDB.open('x'); request.onsuccess = resolve; request.onerror = reject })),
    caches: await tried(() => caches.open('x')),
    storage: await tried(() => navigator.storage.getDirectory()),
    eval: await tried(() => eval('1 + 1')),
    'a new Function': await tried(() => new Function('return 1')()),
    parent: await tried(() => parent.document),
    origin,
  })
})`

describe('the sandbox of the page', () => {
  it('opens, checks and plays a source', async () => {
    const sandbox = await openSandbox(higherLower)
    expect(sandbox.registration.spec.id).toBe('higher-lower-v1')
    const { report, learnability } = await sandbox.check({ plays: 5 })
    expect(report.checks.filter(({ verdict }) => verdict !== 'valid')).toEqual([])
    expect(learnability?.spread['agent']).toBeGreaterThan(0.5)
    const { frames, seats } = await sandbox.play({ seed: 3, turns: [] })
    expect(frames).toHaveLength(1)
    const [seat] = seats
    const played = await sandbox.play({ seed: 3, turns: [{ texts: { agent: seat?.master ?? '' } }] })
    expect(played.frames[1]).toMatchObject({ rewards: { agent: 1 }, stop: 'completed' })
    sandbox.dispose()
    await expect(sandbox.play({ seed: 3, turns: [] })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('says the line of a source that cannot be opened, and leaves nothing behind', async () => {
    await expect(openSandbox(higherLower.replace('maxTurns: 1,', 'maxTurns: ;'))).rejects.toMatchObject({ code: 'SANDBOX_SOURCE', at: '16' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('lets nothing out, even for code of the worker itself', async () => {
    const frame = await openFrame(HOSTILE_WORKER, undefined, () => {})
    const port = frame.connect()
    const answer = await new Promise<Record<string, string>>((resolve) => {
      port.onmessage = ({ data }) => resolve(data)
    })
    frame.dispose()
    const { origin, ...attempts } = answer
    expect(origin).toBe('null')
    expect(Object.entries(attempts).filter(([, came]) => came !== 'stopped')).toEqual([])
  })

  it('ends what hangs, and opens again', async () => {
    const frame = await openFrame('addEventListener("message", () => { for (;;) {} })', undefined, () => {})
    const port = frame.connect()
    port.postMessage('anything')
    frame.dispose()
    const sandbox = await openSandbox(higherLower)
    expect(sandbox.dead).toBeNull()
    sandbox.dispose()
  })
})
