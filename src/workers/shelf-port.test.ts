import { afterEach, describe, expect, test } from 'vitest'
import { memoryShelf, type Shelf } from '../adapters/shelf.ts'
import { openByteShelf } from '../store/byte-shelf.ts'
import { memoryBytes } from '../store/testing/memory.ts'
import { connectShelf, exposeShelf } from './shelf-port.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function connected(shelf: Shelf | null, patience?: number): Shelf {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  if (shelf !== null) exposeShelf(shelf, port2)
  return connectShelf(port1, patience)
}

describe('a shelf behind a port', () => {
  test('keeps numbers as files, gives them back bit for bit, and starts empty', async () => {
    const bytes = memoryBytes()
    bytes.files.set('shelf/left-over', Uint8Array.of(1))
    const shelf = connected(await openByteShelf(bytes))
    expect(bytes.files.size).toBe(0)
    const numbers = Float32Array.of(1, -0, 1e-40, 3)
    await shelf.put('adapter/a#1', numbers)
    expect([...bytes.files.keys()]).toEqual(['shelf/adapter%2Fa%231'])
    expect(numbers.length).toBe(4)
    const back = await shelf.get('adapter/a#1')
    expect(new Uint32Array(back?.buffer ?? new ArrayBuffer(0))).toEqual(new Uint32Array(Float32Array.of(1, -0, 1e-40, 3).buffer))
    expect(await shelf.get('adapter/b')).toBeUndefined()
    await shelf.remove('adapter/a#1')
    expect(bytes.files.size).toBe(0)
    expect(await shelf.get('adapter/a#1')).toBeUndefined()
  })

  test('keeps in memory what the files refuse, and takes it back to the files when they have room again', async () => {
    const files = memoryShelf()
    let full = true
    const shelf = connected({
      ...files,
      put: (name, numbers) => (full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : files.put(name, numbers)),
    })
    await shelf.put('a', Float32Array.of(1))
    expect(await shelf.get('a')).toEqual(Float32Array.of(1))
    full = false
    await shelf.put('a', Float32Array.of(2))
    expect(await files.get('a')).toEqual(Float32Array.of(2))
    expect(await shelf.get('a')).toEqual(Float32Array.of(2))
  })

  test('goes on in memory when nobody answers', async () => {
    const shelf = connected(null, 30)
    await shelf.put('a', Float32Array.of(1))
    await shelf.put('b', Float32Array.of(2))
    expect([await shelf.get('a'), await shelf.get('b'), await shelf.get('c')]).toEqual([Float32Array.of(1), Float32Array.of(2), undefined])
    await shelf.remove('a')
    expect(await shelf.get('a')).toBeUndefined()
  })

  test('a store that was away for a while, as when the machine slept, loses nothing that lay there before', async () => {
    const files = memoryShelf()
    let away: Promise<void> | undefined
    const shelf = connected(
      {
        ...files,
        put: async (name, numbers) => {
          await away
          await files.put(name, numbers)
        },
      },
      30,
    )
    await shelf.put('a', Float32Array.of(1))
    let back = (): void => {}
    away = new Promise((resolve) => {
      back = resolve
    })
    await shelf.put('b', Float32Array.of(2))
    expect(await shelf.get('a')).toEqual(Float32Array.of(1))
    expect(await shelf.get('b')).toEqual(Float32Array.of(2))
    back()
    away = undefined
    await shelf.put('c', Float32Array.of(3))
    expect([await shelf.get('a'), await shelf.get('c')]).toEqual([Float32Array.of(1), Float32Array.of(3)])
    await shelf.put('b', Float32Array.of(4))
    expect([await shelf.get('b'), await files.get('b')]).toEqual([Float32Array.of(4), Float32Array.of(4)])
  })
})
