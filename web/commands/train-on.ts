// From a stored policy to the settings of a run that trains it further: those of the run that made it, as far as it is kept, with
// the shape that the checkpoint has. Nothing starts; the form shows what would.

import { toErrorData, tokenloomError } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { SPEC_FIELD } from '../../src/record/spec-fields.ts'
import { parseRunSpec, toJson } from '../../src/record/spec-schema.ts'
import type { AdapterSpec } from '../../src/service/index.ts'
import { draftOf, type SpecDraft } from '../state/draft.ts'
import type { StoredPolicy } from '../state/policies.ts'
import { settingText } from '../state/setting-text.ts'
import { workbench } from '../state/workbench.ts'
import { leaveRun, selectTab } from './navigate.ts'
import { askLibrary } from './store.ts'
import { tell } from './take-away.ts'

export async function trainOn({ name, hash, run }: StoredPolicy): Promise<void> {
  workbench.setState({ policies: { ...workbench.getState().policies, problem: null } })
  try {
    const checkpoint = await askLibrary((remote) => remote.loadAdapter(hash))
    if (checkpoint === null) throw tokenloomError('CHECKPOINT_UNKNOWN', 'This tab keeps no policies.', 'Train it on in the tab that keeps the records.')
    const made = workbench.getState().saved.find(({ id }) => id === run)?.spec
    // A run that was recorded before a setting existed gets it now.
    const before = made === undefined ? workbench.getState().draft : draftOf(unwrap(parseRunSpec(toJson(made))))
    const draft = draftFrom(before, hash, checkpoint.adapter.spec)
    workbench.setState({ draft, run: null, live: false, commandError: null, tokenStep: null, tokenProblem: null, token: null })
    leaveRun()
    selectTab('charts')
    tell(`The settings are ready: Train goes on from ${name}.`)
  } catch (thrown) {
    workbench.setState({ policies: { ...workbench.getState().policies, problem: { at: name, error: toErrorData(thrown) } } })
  }
}

function draftFrom(draft: SpecDraft, hash: string, { rank, scale, targets }: AdapterSpec): SpecDraft {
  const shape = { 'adapter.rank': String(rank), 'adapter.scale': String(scale), 'adapter.targets': settingText(SPEC_FIELD.get('adapter.targets'), targets) }
  return { ...draft, texts: { ...draft.texts, ...shape, 'adapter.from': hash } }
}
