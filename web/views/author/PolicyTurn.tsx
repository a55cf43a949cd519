// A policy in the seats of the play: which one, one turn of it or all of them, and how sure it was of what it wrote.

import { useEffect } from 'react'
import { choosePolicySeat, playByPolicy } from '../../commands/author-policy.ts'
import { refreshPolicies } from '../../commands/policies.ts'
import { BASE_POLICY } from '../../state/author-play.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { wroteWords } from '../../text/author-play.ts'

export function PolicyTurn({ over }: { readonly over: boolean }) {
  const { policy, waiting, wrote } = useWorkbench((state) => state.authorPlay)
  const underWay = useWorkbench((state) => state.underWay)
  const list = useWorkbench((state) => state.policies.list)
  const learning = runsAtWork(underWay)
  // A run that ended has left its policy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever a run begins or ends
  useEffect(() => void refreshPolicies(), [learning.length])
  const options: readonly (readonly [string, string])[] = [
    [BASE_POLICY, 'The base, untrained'],
    ...learning.map(({ id }) => [`run:${id}`, `${nameOfRun(id)}, as it learns`] as const),
    ...(list ?? []).map(({ name }) => [`saved:${name}`, name] as const),
  ]
  const chosen = options.some(([value]) => value === policy) ? policy : BASE_POLICY
  return (
    <div className="author-buttons">
      <label className="choice-small">
        <span className="soft">Policy</span>
        <select className="input author-policy" value={chosen} onChange={(event) => choosePolicySeat(event.target.value)}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button type="button" className="button" disabled={waiting || over} onClick={() => void playByPolicy(false)}>
        The policy’s turn
      </button>
      <button type="button" className="button" disabled={waiting || over} onClick={() => void playByPolicy(true)}>
        By the policy to the end
      </button>
      {wrote !== null && (
        <span className="small soft" role="status" data-testid="policy-wrote">
          {wroteWords(wrote.version, wrote.probabilities)}
        </span>
      )}
    </div>
  )
}
