// What the contract suite says: what is broken first, each with the way to see it again; what holds, folded; whether the rewards can
// teach anything.

import { replayFinding } from '../../commands/author-play.ts'
import { type CheckedSource, checkedOf, type Finding, failuresOf, findingsOf, lineIn, turnsOfEvidence } from '../../state/author-check.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { brokenWords, CHECKS_EMPTY, checkStanding, effortWords, evidenceWords } from '../../text/author-check.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { LearnabilityTable } from './LearnabilityTable.tsx'

export interface ChecksPanelProps {
  readonly onLine: (line: number) => void
}

export function ChecksPanel({ onLine }: ChecksPanelProps) {
  const check = useWorkbench((state) => state.authorCheck)
  const checked = checkedOf(check)
  const broken = checked === null ? 0 : failuresOf(checked).length
  const fits = check.kind === 'checked' && broken === 0
  return (
    <section className="section" aria-labelledby="author-checks" data-testid="author-checks">
      <h2 id="author-checks" className="unseen">
        Checks
      </h2>
      <p className="author-types" data-fits={fits} role="status" data-testid="check-standing">
        {check.kind === 'refused' || (check.kind === 'checked' && !fits) ? <Icon name="warning" /> : fits && <Icon name="check" />}
        <strong>{checkStanding(check, broken)}</strong>
      </p>
      {check.kind === 'idle' && <p className="soft">{CHECKS_EMPTY}</p>}
      {check.kind === 'refused' && <Refused error={check.error} onLine={onLine} />}
      {checked !== null && check.kind !== 'refused' && <Report checked={checked} stale={check.kind === 'checking'} onLine={onLine} />}
    </section>
  )
}

function Refused({ error, onLine }: { readonly error: React.ComponentProps<typeof ErrorNotice>['error'] } & ChecksPanelProps) {
  const line = error.at !== undefined && /^\d+$/.test(error.at) ? Number(error.at) : lineIn(error.message)
  return (
    <>
      <ErrorNotice error={error} />
      {line !== null && (
        <button type="button" className="button author-goto" onClick={() => onLine(line)}>
          Go to line {line}
        </button>
      )}
    </>
  )
}

function Report({ checked, stale, onLine }: { readonly checked: CheckedSource; readonly stale: boolean } & ChecksPanelProps) {
  const findings = findingsOf(checked)
  const held = checked.report.checks.filter(({ verdict }) => verdict === 'valid')
  return (
    <div className="author-report" aria-busy={stale}>
      <p className="small soft number">{effortWords(checked)}</p>
      {findings.length > 0 && (
        <ul className="author-findings" aria-label="Broken promises">
          {findings.map((finding) => (
            <Found key={finding.message} finding={finding} text={checked.text} onLine={onLine} />
          ))}
        </ul>
      )}
      {checked.learnability !== null && <LearnabilityTable {...checked} learnability={checked.learnability} />}
      <details className="more">
        <summary>
          {held.length} of {checked.report.checks.length} promises hold
        </summary>
        <ul className="author-held small">
          {held.map(({ name, message }) => (
            <li key={name}>
              <Icon name="check" />
              <span>
                {name}
                <span className="soft">: {message}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

function Found({ finding, text, onLine }: { readonly finding: Finding; readonly text: string } & ChecksPanelProps) {
  const { message, names, shown } = finding
  const [first = '', ...others] = names
  const line = lineIn(message)
  const { seed, actions } = shown
  return (
    <li className="author-finding" data-testid="finding">
      <p>
        <strong>{message}</strong>
      </p>
      <p className="small soft">
        {brokenWords(names)} {evidenceWords(shown)}
      </p>
      <div className="author-buttons">
        {seed !== undefined && (
          <button type="button" className="button" onClick={() => void replayFinding(shown.name, text, seed, turnsOfEvidence(actions ?? []))}>
            Show it in Play<span className="unseen">: {first}</span>
          </button>
        )}
        {line !== null && (
          <button type="button" className="button button-quiet" onClick={() => onLine(line)}>
            Go to line {line}
          </button>
        )}
      </div>
      {others.length > 0 && (
        <details className="more small">
          <summary>All {names.length} promises</summary>
          <ul>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
