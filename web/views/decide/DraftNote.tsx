// Says whose settings the form shows when they are not the visitor's own, and what differs; offers to take over those of the
// run on view.

import { takeSettings } from '../../commands/edit-draft.ts'
import { draftDiffers } from '../../state/draft.ts'
import type { ViewStatus } from '../../state/run-view.ts'
import { runningSpec } from '../../state/shown-draft.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { otherSettings, runningSettings } from '../../text/draft-words.ts'
import { Remark } from '../../ui/Notice.tsx'

/** Of a run that has hardly begun nothing is known yet; the settings of a game that was kept are no training’s. */
const NOT_A_SETTING: readonly (ViewStatus | undefined)[] = ['starting', 'played']

export function DraftNote() {
  const draft = useWorkbench((state) => state.draft)
  const running = useWorkbench(runningSpec)
  const viewed = useWorkbench((state) => (state.recording === null && !NOT_A_SETTING.includes(state.run?.status) ? (state.run?.spec ?? null) : null))
  const spec = running ?? viewed
  if (spec === null) return null
  const titles = draftDiffers(draft, spec)
  if (titles !== null && titles.length === 0) return null
  return (
    <div className="section small" data-testid="draft-note">
      <Remark>{running === null ? otherSettings(titles) : runningSettings(titles)}</Remark>
      <button type="button" className="term" onClick={() => takeSettings(spec)}>
        {running === null ? 'Take its settings' : 'Keep the running settings in the form'}
      </button>
    </div>
  )
}
