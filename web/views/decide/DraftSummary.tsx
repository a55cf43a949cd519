// The settings at a glance before the start: what differs from the preset, with a way back, and how long it may take.

import { useMemo } from 'react'
import { specDifferences } from '../../../src/record/spec-diff.ts'
import { takeBackSettings } from '../../commands/edit-draft.ts'
import { readDraft } from '../../state/draft.ts'
import { shownDraft } from '../../state/shown-draft.ts'
import { estimateTime } from '../../state/time-estimate.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { estimateWords } from '../../text/estimate.ts'
import { differenceWords } from '../../text/run-list.ts'

export function DraftSummary({ disabled }: { readonly disabled: boolean }) {
  const spec = useWorkbench((state) => readDraft(shownDraft(state)).spec)
  const run = useWorkbench((state) => state.run)
  const recorded = useWorkbench((state) => state.recording !== null)
  // The run changes many times a second, the spec hardly ever.
  const differences = useMemo(() => (spec === null ? [] : specDifferences(spec).filter(({ path }) => path !== 'seed' && path !== 'controls')), [spec])
  if (spec === null) return null
  const estimate = run === null ? null : estimateTime(spec, run)
  return (
    <div className="draft-summary small" data-testid="draft-summary">
      {differences.length === 0 ? (
        <p className="faint">As the preset has it.</p>
      ) : (
        <>
          <ul aria-label="Changed settings">
            {differences.map((difference) => (
              <li key={difference.path}>{differenceWords(difference)}</li>
            ))}
          </ul>
          <button type="button" className="term" disabled={disabled} onClick={takeBackSettings}>
            Take all back
          </button>
        </>
      )}
      {estimate !== null && <p className="soft">{estimateWords(estimate, recorded)}</p>}
    </div>
  )
}
