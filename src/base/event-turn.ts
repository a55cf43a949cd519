// One turn of the event loop: what had arrived before is handled first. A message comes back sooner than any timer.

export function eventTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(0)
  })
}
