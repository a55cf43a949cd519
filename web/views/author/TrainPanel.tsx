// From the editor to a run: what the rewards can teach, the plan, one press; and below it the runs on authored sources, each with the
// version that it plays.

import { useEffect, useState } from 'react'
import { bytesOfText, sha256Hex } from '../../../src/base/hash.ts'

import { editTraining, leaveTraining, planIntoForm, planSoon, trainOnText } from '../../commands/author-train.ts'
import { followEdits, reloadRun } from '../../commands/reload-run.ts'
import { checkedOf, failuresOf } from '../../state/author-check.ts'
import { authoredRuns, policySpread, versionsOf } from '../../state/author-train.ts'
import { progressOf } from '../../state/progress.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { isOver, type RunView } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { NEWER_SOURCE, planWords, RELOAD_WORDS, reloadWords, spreadWords, TRAIN_BROKEN, TRAIN_WAITS, versionWords } from '../../text/author-train.ts'
import { PHASE_WORDS, STATUS_WORDS } from '../../text/run-words.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { LearnabilityTable } from './LearnabilityTable.tsx'

export function TrainPanel() {
  const train = useWorkbench((state) => state.authorTrain)
  const check = useWorkbench((state) => state.authorCheck)
  const text = useWorkbench((state) => state.author.text)
  const adapter = useWorkbench((state) => state.engineChoice !== 'wgsl' || state.device.kind === 'asking' || state.device.facts.adapter !== null)
  useEffect(() => leaveTraining, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another plan
  useEffect(planSoon, [text])
  const checked = checkedOf(check)
  const { kind, plan, changes, error } = train
  const broken = checked !== null && checked.text === text && failuresOf(checked).length > 0
  return (
    <section className="section author-train" aria-labelledby="author-train" data-testid="author-train">
      <h2 id="author-train" className="unseen">
        Train on it
      </h2>
      {check.kind === 'refused' ? (
        <Remark>{TRAIN_WAITS}</Remark>
      ) : (
        <>
          {broken && <Remark>{TRAIN_BROKEN}</Remark>}
          {checked?.learnability != null && <LearnabilityTable {...checked} learnability={checked.learnability} />}
          {plan !== null && (
            <p data-testid="author-plan" aria-busy={kind === 'planning'}>
              {planWords(plan.spec, checked?.registration.hooks.includes('demonstrate') ?? false)}
            </p>
          )}
        </>
      )}
      <form
        className="author-buttons"
        onSubmit={(event) => {
          event.preventDefault()
          void trainOnText()
        }}
      >
        <Count label="Steps" value={changes.steps ?? plan?.spec.steps ?? null} onChange={(steps) => editTraining({ steps })} />
        <Count
          label="of them imitation"
          value={changes.imitation ?? plan?.spec.imitation.steps ?? null}
          onChange={(imitation) => editTraining({ imitation })}
        />
        <Count label="Seed" value={changes.seed ?? plan?.spec.seed ?? null} onChange={(seed) => editTraining({ seed })} />
        <button type="submit" className="button button-primary" disabled={!adapter || kind === 'starting' || check.kind === 'refused'}>
          <Icon name="play" />
          {kind === 'starting' ? 'Starting' : 'Train on it'}
        </button>
        <button type="button" className="button button-quiet" disabled={plan === null} onClick={planIntoForm}>
          All settings, in the form
        </button>
      </form>
      {error !== null && <ErrorNotice error={error} />}
      <AuthoredRuns text={text} />
    </section>
  )
}

interface CountProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function Count({ label, value, onChange }: CountProps) {
  return (
    <label className="choice-small">
      <span className="soft">{label}</span>
      <input
        className="input number author-seed"
        inputMode="numeric"
        value={value ?? ''}
        onChange={(event) => {
          const typed = event.target.value.replace(/\D/g, '').slice(0, 9)
          onChange(typed === '' ? null : Number(typed))
        }}
      />
    </label>
  )
}

function AuthoredRuns({ text }: { readonly text: string }) {
  const run = useWorkbench((state) => state.run)
  const underWay = useWorkbench((state) => state.underWay)
  const [hash, setHash] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void sha256Hex(bytesOfText(text)).then((found) => {
      if (!gone) setHash(found)
    })
    return () => {
      gone = true
    }
  }, [text])
  const runs = authoredRuns(run, underWay)
  if (runs.length === 0) return null
  return (
    <ul className="runs" aria-label="Runs on authored sources">
      {runs.map((one) => (
        <AuthoredRun key={one.id} run={one} newer={hash !== null && versionsOf(one).newest !== hash} underWay={one.id in underWay} />
      ))}
    </ul>
  )
}

function AuthoredRun({ run, newer, underWay }: { readonly run: RunView; readonly newer: boolean; readonly underWay: boolean }) {
  const { done, total } = progressOf(run)
  const spread = policySpread(run)
  const { first, reloads } = versionsOf(run)
  const reload = useWorkbench(({ authorTrain }) => authorTrain.reloads[run.id] ?? null)
  return (
    <li className="run-card" data-testid="authored-run">
      <div className="run-card-head">
        <strong className="run-name">{nameOfRun(run.id)}</strong>
        <span className="small number">
          {isOver(run.status) || run.phase === null ? STATUS_WORDS[run.status] : PHASE_WORDS[run.phase]}, step {done} of {total}
        </span>
      </div>
      <p className="small soft">
        Version <code>{first.slice(0, 8)}</code> of {run.spec?.environment.id}
        {reloads.map((reload) => `, ${versionWords(reload)}`)}
      </p>
      {spread !== null && <p className="small">{spreadWords(spread)}</p>}
      {newer && <p className="small">{NEWER_SOURCE}</p>}
      {underWay && !isOver(run.status) && <Reload run={run} newer={newer} asked={reload?.kind === 'checking' || reload?.kind === 'waiting'} />}
      {reload !== null && (
        <p className="small" role="status" data-testid="reload-state">
          {reloadWords(reload)}
        </p>
      )}
      {reload?.kind === 'failed' && <ErrorNotice error={reload.error} />}
    </li>
  )
}

/** The source as it stands, for a run that is under way on the environment of the same name. */
function Reload({ run, newer, asked }: { readonly run: RunView; readonly newer: boolean; readonly asked: boolean }) {
  const follows = useWorkbench(({ authorTrain }) => authorTrain.following.includes(run.id))
  const same = useWorkbench(({ authorCheck }) => checkedOf(authorCheck)?.registration.spec.id === run.spec?.environment.id)
  if (!same) return null
  return (
    <div className="author-buttons">
      <button type="button" className="button" title={RELOAD_WORDS.hint} disabled={!newer || asked} onClick={() => void reloadRun(run.id)}>
        {RELOAD_WORDS.button}
      </button>
      <label className="choice small">
        <input type="checkbox" checked={follows} onChange={(event) => followEdits(run.id, event.target.checked)} />
        <span>{RELOAD_WORDS.follow}</span>
      </label>
    </div>
  )
}
