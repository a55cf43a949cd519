// A name that one can remember and say, for a run whose owner has given it none: two words out of its id. The same
// id has the same name everywhere; two runs may share one, which is why the date stands beside it.

const FIRST = [
  'amber', 'ashen', 'brisk', 'calm', 'clear', 'cobalt', 'copper', 'coral', 'early', 'even', 'fair', 'fern', 'gentle', 'golden', 'hazel', 'indigo',
  'ivory', 'keen', 'late', 'linen', 'lunar', 'mellow', 'misty', 'noble', 'olive', 'pale', 'quiet', 'russet', 'silver', 'sunny', 'tidy', 'violet',
] as const // biome-ignore format: a table of words
const SECOND = [
  'alder', 'badger', 'birch', 'bobbin', 'cedar', 'comet', 'crane', 'curlew', 'dune', 'falcon', 'finch', 'harbor', 'heron', 'hill', 'lark', 'loom',
  'maple', 'marten', 'meadow', 'otter', 'owl', 'pebble', 'pine', 'reed', 'river', 'robin', 'shuttle', 'sparrow', 'stone', 'thistle', 'thread', 'willow',
] as const // biome-ignore format: a table of words

export function nameOfRun(id: string): string {
  // FNV-1a: small, and spread well enough over two short tables.
  let hash = 0x811c9dc5
  for (const sign of id) hash = Math.imul(hash ^ sign.charCodeAt(0), 0x01000193) >>> 0
  return `${FIRST[hash % FIRST.length] ?? ''} ${SECOND[(hash >>> 11) % SECOND.length] ?? ''}`
}
