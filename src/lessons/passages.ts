import { assert } from '../base/assert.ts'
// A passage of a source text, found by its words: a line that starts it and one that ends it. The texts are those that run; a passage that
// is no longer there fails a test, not a reader.

export interface Passage {
  readonly name: string
  readonly text: string
  /** Lines from 1, both included. */
  readonly from: number
  readonly to: number
}

/** The lines from the first that holds `first` to the next one, itself perhaps, that holds `last`. */
export function passageOf(name: string, text: string, first: string, last: string): Passage {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.includes(first))
  const to = lines.findIndex((line, index) => index >= from && line.includes(last))
  assert(from >= 0 && to >= 0, `${name} has no passage from ${JSON.stringify(first)} to ${JSON.stringify(last)}`)
  return { name, text, from: from + 1, to: to + 1 }
}
