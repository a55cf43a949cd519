// One stored policy: what its name points to, its results, its lineage on request, and what can be done with it.

import { useState } from 'react'
import type { RunSpec } from '../../../src/record/spec.ts'
import { goToRun } from '../../commands/navigate.ts'
import { choosePolicy, deletePolicy, exportPolicy, forkPolicy, rollBackPolicy, unfoldPolicy } from '../../commands/policies.ts'
import { trainOn } from '../../commands/train-on.ts'
import type { StoredPolicy } from '../../state/policies.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes, fixed } from '../../text/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'

const SHORT_HASH = 12

/** Runs that were recorded before the setting existed have none. */
const startsFresh = ({ adapter }: RunSpec): boolean => (adapter.from ?? '') === ''

export function PolicyCard({ policy, chosen }: { readonly policy: StoredPolicy; readonly chosen: boolean }) {
  const { name, hash, version, step, rank, run, created } = policy
  const saved = useWorkbench((state) => state.saved.find(({ id }) => id === run) ?? null)
  const atWork = useWorkbench((state) => run !== null && state.underWay[run] !== undefined)
  const problem = useWorkbench((state) => (state.policies.problem?.at === name ? state.policies.problem.error : null))
  return (
    <li className="run-card" data-testid="policy">
      <div className="run-card-head">
        <label className="choice">
          <input type="checkbox" checked={chosen} onChange={() => choosePolicy(name)} />
          <strong className="run-name">{name}</strong>
        </label>
        <code className="small" title={hash}>
          {hash.slice(0, SHORT_HASH)}
        </code>
      </div>
      <p className="small soft number">
        Version {version}
        {run === null ? '' : `, step ${step} of the run ${nameOfRun(run)}${atWork ? ', which is still at work' : ''}`}, rank {rank}, {bytes(policy.bytes)} with
        its moments, {new Date(created).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
      </p>
      {saved?.last != null && (
        <p className="small number">
          Held-out return {fixed(saved.last.sampled, 2)} ± {fixed(saved.last.sampledError, 2)}
          {saved.last.step === step ? '' : ` after step ${saved.last.step}`}
          {saved.base === null ? '' : `, ${startsFresh(saved.spec) ? 'the base' : 'at its start'} ${fixed(saved.base.sampled, 2)}`}
        </p>
      )}
      <Lineage policy={policy} />
      {problem !== null && <ErrorNotice error={problem} />}
      <div className="run-actions">
        {saved !== null && (
          <button type="button" className="button" onClick={() => goToRun(saved.id)}>
            Show its run<span className="unseen">: {name}</span>
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={() => void trainOn(policy)}>
          Train on<span className="unseen"> from {name}</span>
        </button>
        <button type="button" className="button button-quiet" onClick={() => void forkPolicy(name)}>
          Fork<span className="unseen"> {name}</span>
        </button>
        <button type="button" className="button button-quiet" title="adapter_config.json and adapter_model.safetensors" onClick={() => void exportPolicy(name)}>
          Export for PEFT<span className="unseen">: {name}</span>
        </button>
        <DeleteButton name={name} />
      </div>
    </li>
  )
}

function Lineage({ policy: { name, hash, history } }: { readonly policy: StoredPolicy }) {
  const ancestors = useWorkbench((state) => state.policies.lineages[name] ?? null)
  const shown = new Set((ancestors ?? []).map((ancestor) => ancestor.hash))
  const elsewhere = history.filter((one) => one !== hash && !shown.has(one))
  return (
    <details className="more" onToggle={(event) => event.currentTarget.open && void unfoldPolicy(name)}>
      <summary>Lineage</summary>
      <ol className="lineage small number">
        {(ancestors ?? []).map((ancestor, place) => (
          <li key={ancestor.hash}>
            <code title={ancestor.hash}>{ancestor.hash.slice(0, SHORT_HASH)}</code> version {ancestor.version}, step {ancestor.step}
            {ancestor.run === null ? '' : ` of ${nameOfRun(ancestor.run)}`}, {bytes(ancestor.bytes)}
            {place === 0 && ', what the name points to'}
            {place > 0 && history.includes(ancestor.hash) && (
              <button type="button" className="button button-quiet" onClick={() => void rollBackPolicy(name, ancestor.hash)}>
                Back to it
                <span className="unseen">
                  : {name}, step {ancestor.step}
                </span>
              </button>
            )}
          </li>
        ))}
        {ancestors?.at(-1)?.run !== null && <li>the base, with an adapter that adds nothing</li>}
      </ol>
      {elsewhere.length > 0 && (
        <p className="small">
          It pointed elsewhere before:{' '}
          {elsewhere.map((one) => (
            <button key={one} type="button" className="button button-quiet" onClick={() => void rollBackPolicy(name, one)}>
              Back to {one.slice(0, SHORT_HASH)}
            </button>
          ))}
        </p>
      )}
    </details>
  )
}

/** Deleting cannot be undone, so it is pressed twice. */
function DeleteButton({ name }: { readonly name: string }) {
  const [sure, setSure] = useState(false)
  if (!sure) {
    return (
      <button type="button" className="button button-quiet" aria-label={`Delete ${name}`} onClick={() => setSure(true)}>
        <Icon name="remove" />
      </button>
    )
  }
  return (
    <button
      type="button"
      className="button button-danger"
      onClick={() => void deletePolicy(name)}
      onBlur={() => setSure(false)}
      ref={(element) => element?.focus()}
    >
      Delete for good<span className="unseen">: {name}</span>
    </button>
  )
}
