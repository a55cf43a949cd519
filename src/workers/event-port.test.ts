import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../record/events.ts'
import { createEventSender, type EventBatch, readEvents, SCREEN_LIMITS, STORE_LIMITS } from './event-port.ts'

const event = (seq: number): RunEvent => ({ kind: 'phase', phase: 'rollout', step: seq, run: 'r', seq })
const blob = (step: number, size = 8) => ({ arm: 'policy' as const, step, bytes: new Uint8Array(size).fill(step) })

const channels: MessageChannel[] = []
function channel(): MessageChannel {
  const made = new MessageChannel()
  channels.push(made)
  return made
}
afterEach(() => {
  for (const { port1, port2 } of channels.splice(0)) {
    port1.close()
    port2.close()
  }
})

describe('the event port', () => {
  it('delivers every event in order, with its bytes', async () => {
    const { port1, port2 } = channel()
    const seen: number[] = []
    const bytes: number[] = []
    readEvents(port2, (batch) => {
      seen.push(...batch.events.map((one) => one.seq))
      bytes.push(...batch.blobs.map((one) => one.bytes[0] ?? -1))
    })
    const sender = createEventSender(port1, SCREEN_LIMITS)
    for (let seq = 0; seq < 200; seq++) {
      sender.send(event(seq), seq % 50 === 0 ? blob(seq) : undefined)
      if (seq % 7 === 0) await new Promise((wake) => setTimeout(wake))
    }
    await sender.drained()
    expect(seen).toEqual(Array.from({ length: 200 }, (_, index) => index))
    expect(bytes).toEqual([0, 50, 100, 150])
  })

  it('shows the newest state of each game that is followed, and keeps the last few for a reader that is busy', async () => {
    const { port1, port2 } = channel()
    const seen: string[] = []
    let wake = (): void => undefined
    const busy = new Promise<void>((resolve) => {
      wake = resolve
    })
    readEvents(port2, async ({ games = [] }) => {
      seen.push(games.map(({ episode, turns }) => `${episode}:${turns.length}`).join(' '))
      await busy
    })
    const sender = createEventSender(port1, SCREEN_LIMITS)
    const turn = {
      ...{ wave: 0, agent: 'a', version: 1, action: '1', verdict: 'accepted' as const, rewards: {} },
      episode: 0,
      group: 0,
      player: 'p',
      tokens: 1,
    }
    for (let episode = 0; episode < 9; episode++) {
      for (let turns = 1; turns <= 3; turns++) {
        sender.sendGame({ arm: 'policy', step: episode, episode, turns: Array.from({ length: turns }, () => turn), over: turns === 3 })
        if (episode === 0) await new Promise((next) => setTimeout(next, 1))
      }
    }
    wake()
    await new Promise((next) => setTimeout(next, 20))
    expect(seen.slice(0, 2)).toEqual(['0:1', '0:2'])
    expect(seen.slice(2)).toEqual(['5:3 6:3 7:3 8:3'])
  })

  it('has at most two batches under way and merges the rest into one', async () => {
    const { port1, port2 } = channel()
    const batches: EventBatch[] = []
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    let arrived = 0
    port2.addEventListener('message', () => {
      arrived += 1
    })
    readEvents(port2, async (batch) => {
      batches.push(batch)
      await gate
    })
    const sender = createEventSender(port1, SCREEN_LIMITS)
    for (let seq = 0; seq < 30; seq++) {
      sender.send(event(seq))
      await new Promise((wake) => setTimeout(wake))
    }
    expect(arrived).toBe(2)
    open()
    await sender.drained()
    expect(batches.map((batch) => batch.events.length)).toEqual([1, 1, 28])
  })

  it('cannot grow while the reader sleeps, and says how much it left out', async () => {
    const { port1, port2 } = channel()
    const batches: EventBatch[] = []
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    readEvents(port2, async (batch) => {
      batches.push(batch)
      await gate
    })
    const sender = createEventSender(port1, { events: 5, bytes: 20 })
    for (let seq = 0; seq < 40; seq++) {
      sender.send(event(seq), blob(seq))
      await new Promise((wake) => setTimeout(wake))
    }
    open()
    await sender.drained()
    const last = batches.at(-1)
    expect(last?.events.map((one) => one.seq)).toEqual([35, 36, 37, 38, 39])
    expect(last?.blobs.map((one) => one.step)).toEqual([38, 39])
    expect(batches.reduce((sum, batch) => sum + batch.events.length + batch.blobs.length + batch.omitted, 0)).toBe(80)
  })

  it('gives each port its own copy of the bytes', async () => {
    const [screen, store] = [channel(), channel()]
    const sizes: number[] = []
    for (const { port2 } of [screen, store]) readEvents(port2, (batch) => void sizes.push(...batch.blobs.map((one) => one.bytes.length)))
    const senders = [createEventSender(screen.port1, SCREEN_LIMITS), createEventSender(store.port1, STORE_LIMITS)]
    const shared = blob(1, 64)
    for (const sender of senders) sender.send(event(0), shared)
    await Promise.all(senders.map((sender) => sender.drained()))
    expect(sizes).toEqual([64, 64])
    expect(shared.bytes.length).toBe(64)
  })

  it('carries a checkpoint after its event, and of several that wait the newest alone', async () => {
    const { port1, port2 } = channel()
    const seen: string[] = []
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    readEvents(port2, async ({ events, checkpoint }) => {
      seen.push(`${events.length} events, ${checkpoint?.step ?? 'none'} ${checkpoint?.bytes[0] ?? ''}`.trim())
      await gate
    })
    const sender = createEventSender(port1, STORE_LIMITS)
    for (let seq = 0; seq < 6; seq++) {
      sender.sendCheckpoint({ kind: 'checkpointed', step: seq, hash: '', run: 'r', seq }, { seq, step: seq, bytes: Uint8Array.of(seq) })
      await new Promise((wake) => setTimeout(wake))
    }
    open()
    await sender.drained()
    expect(seen).toEqual(['1 events, 0 0', '1 events, 1 1', '4 events, 5 5'])
  })

  it('goes on when a reader fails', async () => {
    const { port1, port2 } = channel()
    const seen: number[] = []
    readEvents(port2, (batch) => {
      seen.push(...batch.events.map((one) => one.seq))
      throw new Error('a broken reader')
    })
    const sender = createEventSender(port1, SCREEN_LIMITS)
    sender.send(event(0))
    await sender.drained()
    sender.send(event(1))
    await sender.drained()
    expect(seen).toEqual([0, 1])
  })
})
