// Run it again, and how a run compares with the one that it repeats: the digest, and where that cannot be the same, the figures.

import { runAgain } from '../../commands/run-again.ts'
import { compareRerun, type RerunFigure } from '../../state/rerun.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed } from '../../text/numbers.ts'
import { differsWords, RERUN_HELP, rerunWords } from '../../text/rerun.ts'
import { ARM_WORDS } from '../../text/run-words.ts'
import { Icon } from '../../ui/Icon.tsx'

export function Rerun() {
  const can = useWorkbench(({ run, live }) => !live && run?.status === 'finished' && run.digest !== null && run.spec !== null)
  const pending = useWorkbench(({ pending }) => pending !== null)
  return (
    <>
      <Verdict />
      {can && (
        <p className="rerun">
          <button type="button" className="button" disabled={pending} title={RERUN_HELP} onClick={() => void runAgain()}>
            <Icon name="play" />
            Run it again
          </button>
        </p>
      )}
    </>
  )
}

function Verdict() {
  const run = useWorkbench((state) => state.run)
  const promised = useWorkbench((state) => state.promised)
  const verdict = run === null ? null : compareRerun(run, promised)
  if (verdict === null) return null
  const held = verdict.kind === 'equal' ? 'held' : verdict.kind === 'broken' || (verdict.kind === 'elsewhere' && !verdict.within) ? 'broken' : 'remark'
  return (
    <div className="rerun-verdict">
      <p className="check-line" data-verdict={held}>
        <Icon name={held === 'held' ? 'check' : held === 'broken' ? 'warning' : 'information'} />
        <span data-testid="promise">{rerunWords(verdict)}</span>
      </p>
      {verdict.kind === 'elsewhere' && (
        <ul className="small soft">
          {verdict.differs.map((difference) => (
            <li key={difference.what}>{differsWords(difference)}</li>
          ))}
        </ul>
      )}
      {'figures' in verdict && <Figures figures={verdict.figures} />}
    </div>
  )
}

function Figures({ figures }: { readonly figures: readonly RerunFigure[] }) {
  return (
    <table className="table small number">
      <caption className="unseen">Held-out figures of both runs</caption>
      <thead>
        <tr>
          <th scope="col">Held-out</th>
          <th scope="col">There</th>
          <th scope="col">Here</th>
          <th scope="col">Allowed</th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ arm, step, there, here, tolerance }) => (
          <tr key={`${arm} ${step}`}>
            <th scope="row">
              {arm === 'policy' ? (step === 0 ? 'Base' : 'Policy') : ARM_WORDS[arm]}, step {step}
            </th>
            <td>{fixed(there, 3)}</td>
            <td>{fixed(here, 3)}</td>
            <td>± {fixed(tolerance, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
