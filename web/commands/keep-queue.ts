// Runs that wait outlive a reload of their tab: they are kept in the tab's own storage and come back held, because the run that
// they waited for was interrupted. Another tab has a queue of its own.

import { isRecord, type Json } from '../../src/base/json.ts'
import { parseRunSpec, toJson } from '../../src/record/spec-schema.ts'
import type { WaitingRun } from '../state/run-queue.ts'
import { workbench } from '../state/workbench.ts'
import { forgetText, keepText, keptText } from './preferences.ts'

const KEY = 'tokenloom-waiting-runs'

export function keepQueue(): void {
  workbench.subscribe(({ queue }, before) => {
    if (queue.waiting === before.queue.waiting) return
    if (queue.waiting.length === 0) forgetText(KEY, 'tab')
    else keepText(KEY, JSON.stringify(queue.waiting.map(({ spec, why }) => ({ spec: toJson(spec), why }))), 'tab')
  })
}

export function restoreQueue(): void {
  const waiting = keptQueue()
  if (waiting.length > 0) workbench.setState({ queue: { waiting, held: true } })
}

/** What waited before the reload. Numbered below zero: the page counts up from one. */
function keptQueue(): readonly WaitingRun[] {
  return keptList().flatMap((one, index): readonly WaitingRun[] => {
    if (!isRecord(one)) return []
    const spec = parseRunSpec(one['spec'] ?? null)
    return spec.ok ? [{ ticket: -1 - index, spec: spec.value, why: one['why'] === 'controls' ? 'controls' : 'seeds' }] : []
  })
}

function keptList(): readonly Json[] {
  try {
    const kept: Json = JSON.parse(keptText(KEY, 'tab') ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
