// The policies that this browser keeps, and those that learn just now: each with its version, sizes, lineage and last results; two
// can be compared, one can be forked, rolled back, taken away for PEFT, deleted.

import { useEffect, useRef } from 'react'
import { comparePolicies, importPolicyFolder, refreshPolicies } from '../../commands/policies.ts'
import { watchSchedule } from '../../commands/watch-schedule.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { logprobSentence, weightSentence } from '../../text/policies.ts'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { LearningPolicies } from './LearningPolicies.tsx'
import { PolicyCard } from './PolicyCard.tsx'

export function PoliciesView() {
  const { list, chosen, compare, problem } = useWorkbench((state) => state.policies)
  const store = useWorkbench((state) => state.store.kind)
  const learning = useWorkbench((state) => Object.keys(state.underWay).length)
  const picker = useRef<HTMLInputElement>(null)
  // A run that ended has left its policy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the store opens or a run begins or ends
  useEffect(() => void refreshPolicies(), [store, learning])
  useEffect(watchSchedule, [])
  return (
    <>
      <LearningPolicies />
      <section className="section" aria-labelledby="policies-title">
        <h2 id="policies-title" className="section-head">
          Policies in this browser
        </h2>
        {problem?.at === 'list' && <ErrorNotice error={problem.error} />}
        {list !== null && list.length === 0 && (
          <p className="empty">Every run keeps its policy here at each evaluation, and when it has finished or was stopped. Press Train to make one.</p>
        )}
        <div className="lab-start">
          {(list?.length ?? 0) > 1 && (
            <button type="button" className="button" disabled={chosen.length < 2 || compare.kind === 'comparing'} onClick={() => void comparePolicies()}>
              {compare.kind === 'comparing' ? 'Comparing' : 'Compare the two chosen'}
            </button>
          )}
          <button type="button" className="button" onClick={() => picker.current?.click()}>
            Import a folder of PEFT
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label="adapter_config.json and adapter_model.safetensors"
            onChange={(event) => {
              void importPolicyFolder([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </div>
        {(problem?.at === 'import' || problem?.at === 'compare') && <ErrorNotice error={problem.error} />}
        {compare.kind === 'done' && (
          <div className="compared small" role="status" data-testid="compared">
            <p>{weightSentence(compare.compared)}</p>
            <p>{logprobSentence(compare.compared)}</p>
          </div>
        )}
        <ul className="runs">
          {(list ?? []).map((policy) => (
            <PolicyCard key={policy.name} policy={policy} chosen={chosen.includes(policy.name)} />
          ))}
        </ul>
      </section>
    </>
  )
}
