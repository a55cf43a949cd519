// The event log of a bundle, line by line: bounded JSON, the gate that stored logs pass, and the shape of every event.

import type { Json } from '../base/json.ts'
import { unwrap } from '../base/result.ts'
import { checkEventLog } from '../record/event-version.ts'
import type { RunEvent } from '../record/events.ts'
import { countValues, parseBoundedJson } from './bounded-json.ts'
import { invalid } from './bundle-failure.ts'
import { eventComplaint } from './event-shape.ts'

const MOST_EVENTS = 200_000
const BOUNDS = { depth: 24, values: 200_000 }
/** Of all events together: an empty object is two letters in a file and a hundred bytes in memory. */
const MOST_VALUES = 2_000_000

/** Throws BUNDLE_INVALID, and RECORD_INVALID or RECORD_VERSION from the gate. */
export function readEventLog(bytes: Uint8Array, run: string): readonly RunEvent[] {
  const lines = new TextDecoder().decode(bytes).split('\n', MOST_EVENTS + 2)
  if (lines.pop() !== '') throw invalid('The event log of the bundle is cut off.')
  if (lines.length > MOST_EVENTS) throw invalid(`The event log of the bundle has more than ${MOST_EVENTS} events.`)
  const values = lines.reduce((sum, line) => sum + countValues(line), 0)
  if (values > MOST_VALUES) throw invalid(`The event log of the bundle holds ${values} values; ${MOST_VALUES} are read.`)
  const entries: Json[] = []
  for (const [i, line] of lines.entries()) {
    const parsed = parseBoundedJson(line, BOUNDS)
    if (parsed.kind !== 'json') throw invalid(`Event ${i} of the bundle cannot be read: ${parsed.kind}.`)
    entries.push(parsed.json)
  }
  const events = unwrap(checkEventLog(entries))
  if (events.length === 0 || events[0]?.run !== run) throw invalid('The event log of the bundle is not that of its run.')
  for (const [i, event] of events.entries()) {
    const complaint = eventComplaint(event)
    if (complaint !== null) throw invalid(`Event ${i} of the bundle does not have the shape of one, at ${complaint.slice(0, 120)}.`)
  }
  return events
}
