// The gate in front of stored events: a log that another version wrote is refused before anything is drawn from it.
// The version of a log is that of the spec in its first event.

import { tokenloomError } from '../base/errors.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { RunEvent } from './events.ts'

const KINDS: Readonly<Record<RunEvent['kind'], true>> = {
  started: true,
  phase: true,
  evaluated: true,
  states: true,
  stepped: true,
  audited: true,
  tokens: true,
  turns: true,
  reloaded: true,
  paused: true,
  resumed: true,
  checkpointed: true,
  continued: true,
  finished: true,
  stopped: true,
  played: true,
  failed: true,
}

/** The events of one run, checked for version, kind and unbroken numbers from 0. */
export function checkEventLog(events: readonly unknown[]): Result<readonly RunEvent[]> {
  const invalid = (message: string) => fail(tokenloomError('RECORD_INVALID', `The event log ${message}.`, 'Delete this run, or open an export of it.'))
  let run: unknown
  for (const [index, event] of events.entries()) {
    if (typeof event !== 'object' || event === null || !('kind' in event) || !('seq' in event) || !('run' in event))
      return invalid(`has an entry ${index} that is no event`)
    if (typeof event.kind !== 'string' || !Object.hasOwn(KINDS, event.kind)) return invalid(`has an event of unknown kind ${JSON.stringify(event.kind)}`)
    if (event.seq !== index) return invalid(`has number ${JSON.stringify(event.seq)} where ${index} belongs`)
    if (index === 0) {
      if (event.kind !== 'started') return invalid('does not begin with its start')
      const spec = 'spec' in event ? event.spec : undefined
      const version = typeof spec === 'object' && spec !== null && 'version' in spec ? spec.version : undefined
      if (version !== 1) {
        return fail(
          tokenloomError(
            'RECORD_VERSION',
            `The run was recorded with version ${JSON.stringify(version)}; this Tokenloom reads version 1.`,
            'Open it with the Tokenloom that wrote it.',
          ),
        )
      }
      run = event.run
    }
    if (event.run !== run || typeof run !== 'string') return invalid('mixes several runs')
  }
  // Kind, number, run and version have just been checked; the fields of a kind are written by this project alone.
  return ok(events as readonly RunEvent[])
}
