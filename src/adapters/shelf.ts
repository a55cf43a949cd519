// Where adapters lie that no pass needs now: numbers under a name. The engine puts the least recently used there when its device
// memory is full, and takes them back when they are asked for. An interface, and the one that keeps them in memory.

export interface Shelf {
  /** Replaces what had the name. The numbers are the shelf's from then on. */
  put(name: string, numbers: Float32Array<ArrayBuffer>): Promise<void>
  /** Undefined when nothing has the name. */
  get(name: string): Promise<Float32Array<ArrayBuffer> | undefined>
  remove(name: string): Promise<void>
}

/** Beside the device, in the memory of whoever runs the engine. */
export function memoryShelf(): Shelf {
  const held = new Map<string, Float32Array<ArrayBuffer>>()
  return {
    put: async (name, numbers) => void held.set(name, numbers),
    get: async (name) => held.get(name)?.slice(),
    remove: async (name) => void held.delete(name),
  }
}
