// The policy's part of a run as a Chrome trace, out of its events and of the turns that the page still keeps.

import { unwrap } from '../../src/base/result.ts'
import { type ChromeTrace, chromeTrace } from '../../src/record/chrome-trace.ts'
import { type BlobName, type RunEvent, turnsOfArm } from '../../src/record/events.ts'
import { runTimes } from '../../src/record/run-times.ts'
import type { StepTurns } from '../../src/record/step-turns.ts'
import { decodeTurns } from '../../src/record/turn-blob.ts'

/** `bytesOf` gives null for a step whose turns the budget let go: then its phases stand alone. */
export async function traceOf(
  run: string,
  events: readonly RunEvent[],
  bytesOf: (run: string, name: BlobName, step: number) => Promise<Uint8Array | null>,
): Promise<ChromeTrace> {
  const told = events.flatMap((event) => (event.kind === 'turns' && event.ref.arm === 'policy' ? [event] : []))
  const spans = new Map(told.map(({ ref, milliseconds }) => [ref.step, milliseconds]))
  const steps = events.flatMap((event) =>
    event.kind === 'stepped' && event.arm === 'policy' ? [{ step: event.step, milliseconds: event.milliseconds, spans: spans.get(event.step) ?? null }] : [],
  )
  const evaluations = events.flatMap((event) =>
    event.kind === 'evaluated' && event.evaluation.arm === 'policy' ? [{ step: event.evaluation.step, milliseconds: event.milliseconds }] : [],
  )
  const turns: StepTurns[] = []
  for (const { ref } of told) {
    const bytes = await bytesOf(run, turnsOfArm('policy'), ref.step)
    if (bytes !== null) turns.push(unwrap(decodeTurns(bytes)))
  }
  return chromeTrace({ run, arm: 'policy', times: runTimes(steps, evaluations), turns })
}
