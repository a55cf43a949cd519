// A bundle of the same run as it stood an event earlier: another file under the same name. For journeys.

import { readBundle, writeBundle } from '../bundle.ts'

export async function shortenedBundle(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const good = await readBundle(new Blob([bytes]))
  const file = await writeBundle({ ...good, events: good.events.slice(0, -1), files: [] })
  return new Uint8Array(await file.arrayBuffer())
}
