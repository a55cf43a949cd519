// What was made for a key is made once: positions of a game repeat, and so do prompts and answers. A full memory starts anew.

/** Entries of one memory before it starts anew. */
const REMEMBERED = 20_000

/** The entry of `key`, made where there is none. */
export function recall<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const known = memory.get(key)
  if (known !== undefined) return known
  if (memory.size >= REMEMBERED) memory.clear()
  const made = make()
  memory.set(key, made)
  return made
}
