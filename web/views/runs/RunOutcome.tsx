// What came out of a kept run in one line, and how it differs from the run that others are measured against.

import { againstBaseline } from '../../state/run-groups.ts'
import type { SavedRun } from '../../state/saved-run.ts'
import { differenceText } from '../../text/evidence.ts'
import { fixed } from '../../text/numbers.ts'

export function RunOutcome({ run, baseline }: { readonly run: SavedRun; readonly baseline: SavedRun | null }) {
  const { base, last } = run
  if (base === null) return null
  const against = baseline === null || baseline.id === run.id ? null : againstBaseline(run, baseline)
  return (
    <p className="small number" data-testid="outcome">
      Held-out return {last === null ? fixed(base.sampled, 2) : `${fixed(base.sampled, 2)} to ${fixed(last.sampled, 2)}`}
      {against !== null && baseline !== null && (
        <>
          ; against {baseline.name} <b>{differenceText(against)}</b>
        </>
      )}
    </p>
  )
}
