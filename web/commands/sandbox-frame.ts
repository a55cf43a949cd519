// The outer wall around authored code: a frame without an origin whose own policy lets nothing be fetched, and in it a worker made
// of one script. Whatever broke out of the interpreter would find no network, no storage and no page. Removing the frame ends
// everything in it, however busy. Knows nothing of what the worker serves.

import { tokenloomError } from '../../src/base/errors.ts'

/**
 * The frame's only script: it takes the worker's text and bytes once, and hands on every port. The page's own policy names the hash of
 * this text (web/index.html), and so does the frame's; a test compares them.
 */
export const FRAME_SCRIPT = `let worker
addEventListener('message', ({ data, source, ports }) => {
  if (source !== parent) return
  if (data.script !== undefined) {
    worker = new Worker(URL.createObjectURL(new Blob([data.script], { type: 'text/javascript' })), { name: 'sandbox' })
    worker.addEventListener('error', (event) => parent.postMessage({ failed: event.message ?? 'its script could not be loaded' }, '*'))
  }
  worker.postMessage({ port: ports[0], wasm: data.wasm }, [...ports, ...(data.wasm === undefined ? [] : [data.wasm])])
})
parent.postMessage({ ready: true }, '*')`

export const FRAME_SCRIPT_HASH = 'sha256-dXt8JsqGsuHncHxkTCGq5cvpFLtL5ugOhfaCDn/7OYc='

const FRAME_POLICY = `default-src 'none'; script-src '${FRAME_SCRIPT_HASH}' 'wasm-unsafe-eval'; worker-src blob:`

const FRAME_PAGE = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${FRAME_POLICY}"><title>Sandbox</title><script>${FRAME_SCRIPT}</script>`

/** A frame comes up at once, or not at all. */
const PATIENCE = 30_000

export interface SandboxFrame {
  /** One more port to the worker. */
  connect(): MessagePort
  dispose(): void
}

/** Opens a frame with a worker of this script. `onFailed` hears of a worker that fell. Rejects when the frame does not come up. */
export async function openFrame(script: string, wasm: ArrayBuffer | undefined, onFailed: (reason: string) => void): Promise<SandboxFrame> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.title = 'Sandbox'
  frame.tabIndex = -1
  // A frame that is not drawn counts as in the background, and its process waits for all others: it is drawn, and shows nothing.
  Object.assign(frame.style, { position: 'fixed', top: '0', left: '0', width: '1px', height: '1px', border: '0', opacity: '0', pointerEvents: 'none' })
  frame.srcdoc = FRAME_PAGE
  const ready = new Promise<void>((resolve) => {
    const listen = ({ source, data }: MessageEvent<{ readonly ready?: true; readonly failed?: string }>): void => {
      if (!frame.isConnected) removeEventListener('message', listen)
      if (source === null || source !== frame.contentWindow) return
      if (data.ready === true) resolve()
      if (typeof data.failed === 'string') onFailed(data.failed)
    }
    addEventListener('message', listen)
  })
  document.body.append(frame)
  let clock: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = tokenloomError('SANDBOX_LIMIT', 'The sandbox did not come up in this browser.', 'Reload the page, or try another browser.')
    clock = setTimeout(() => reject(error), PATIENCE)
  })
  try {
    await Promise.race([ready, late])
  } catch (thrown) {
    frame.remove()
    throw thrown
  } finally {
    clearTimeout(clock)
  }
  let sent = false
  return {
    connect() {
      const { port1, port2 } = new MessageChannel()
      // A frame without an origin can be named by no other target.
      frame.contentWindow?.postMessage(sent ? {} : { script, wasm }, '*', sent || wasm === undefined ? [port2] : [port2, wasm])
      sent = true
      return port1
    },
    dispose: () => frame.remove(),
  }
}
