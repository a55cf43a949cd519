// What was typed and has not reached the store yet, by file: written at once into the page's own memory, which survives a reload, a
// crash, and a tab that keeps no records. Forgotten once the store has it.

const PREFIX = 'tokenloom-source:'

export interface SourceDraft {
  readonly id: string
  readonly name: string
  readonly text: string
}

export function keepDraft({ id, name, text }: SourceDraft): void {
  try {
    localStorage.setItem(`${PREFIX}${id}`, JSON.stringify({ name, text, at: Date.now() }))
  } catch {
    // No room, or a browser that keeps nothing: the store is the other place.
  }
}

export function forgetDraft(id: string): void {
  try {
    localStorage.removeItem(`${PREFIX}${id}`)
  } catch {
    // Nothing was kept.
  }
}

export function keptDrafts(): readonly (SourceDraft & { readonly at: number })[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => readDraft(key.slice(PREFIX.length), localStorage.getItem(key)))
  } catch {
    return []
  }
}

function readDraft(id: string, kept: string | null): readonly (SourceDraft & { readonly at: number })[] {
  try {
    const value: unknown = JSON.parse(kept ?? '')
    if (typeof value !== 'object' || value === null || !('text' in value) || !('name' in value) || !('at' in value)) return []
    const { name, text, at } = value
    return typeof name === 'string' && typeof text === 'string' && typeof at === 'number' ? [{ id, name, text, at }] : []
  } catch {
    return []
  }
}
