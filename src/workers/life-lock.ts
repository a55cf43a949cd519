// A worker's sign of life that needs no beating: a lock that it holds for as long as it exists. The browser gives the lock to
// whoever waits for it the moment the worker is gone, however quietly it went and however busy the machine is. Where there are
// no locks the heartbeat serves alone; it also notices a worker that lives and hangs.

let held: Promise<string | null> | undefined

/** In the worker: the name of its lock, held by now; null where the browser has none. */
export function lifeLock(): Promise<string | null> {
  held ??= take()
  return held
}

async function take(): Promise<string | null> {
  const { locks } = navigator
  if (locks === undefined) return null
  const name = `tokenloom-alive-${crypto.randomUUID()}`
  const taken = new Promise<void>((resolve, reject) => {
    const forEver = new Promise<never>(() => {})
    locks
      .request(name, () => {
        resolve()
        return forEver
      })
      .catch(reject)
  })
  return taken.then(
    () => name,
    () => null,
  )
}

/** Whoever owns the worker: calls back when it is gone. Returns the way to stop waiting, which comes before ending it. */
export function watchLifeLock(name: Promise<unknown>, onEnd: () => void): () => void {
  const waiting = new AbortController()
  name
    .then((lock) => {
      if (typeof lock !== 'string' || waiting.signal.aborted) return
      return navigator.locks.request(lock, { signal: waiting.signal }, () => {
        // A request that was still on its way when it was given up can be granted all the same.
        if (!waiting.signal.aborted) onEnd()
      })
    })
    .catch(() => {
      // Stopped, or the worker never answered: the heartbeat notices that.
    })
  return () => waiting.abort()
}
