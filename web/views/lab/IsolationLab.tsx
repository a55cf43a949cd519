// The isolation laboratory: many policies on one base, alone and together, compared bit by bit on this device. One press; what
// was found stands in sentences, each with whether it held, and in a table of the numbers compared.

import { useState } from 'react'
import { endIsolationLab, runIsolationLab } from '../../commands/isolation-lab.ts'
import type { LabReport } from '../../state/lab.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { findingsOf, LAB_QUESTION, progressSentence, verdictOf } from '../../text/lab.ts'
import { whole } from '../../text/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'

const STEPS = ['4', '20'] as const

export function IsolationLab() {
  const lab = useWorkbench((state) => state.lab)
  const [steps, setSteps] = useState<(typeof STEPS)[number]>('4')
  const running = lab.kind === 'running'
  return (
    <section className="section" aria-labelledby="lab-title">
      <h2 id="lab-title" className="section-head">
        Isolation laboratory
      </h2>
      <p className="soft lab-question">{LAB_QUESTION}</p>
      <div className="lab-start">
        <button type="button" className="button button-primary" disabled={running} onClick={() => void runIsolationLab(Number(steps))}>
          <Icon name="play" />
          {running ? 'Under way' : lab.kind === 'done' ? 'Run again' : 'Run on this device'}
        </button>
        <label className="choice-small">
          <span className="soft">Steps</span>
          <select className="input" value={steps} disabled={running} onChange={(event) => setSteps(STEPS.find((one) => one === event.target.value) ?? '4')}>
            {STEPS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {running && (
          <button type="button" className="button" onClick={endIsolationLab}>
            <Icon name="stop" />
            End it
          </button>
        )}
      </div>
      <p className="small" role="status" data-testid="lab-status">
        {running && (lab.progress === null ? 'Loading the base, with a device of its own' : progressSentence(lab.progress))}
        {lab.kind === 'done' && verdictOf(lab.report)}
        {lab.kind === 'idle' && 'Some seconds on most machines. Runs under way go on meanwhile.'}
      </p>
      {lab.kind === 'failed' && <ErrorNotice error={lab.error} />}
      {lab.kind === 'done' && <Findings report={lab.report} />}
    </section>
  )
}

function Findings({ report }: { readonly report: LabReport }) {
  return (
    <>
      <ul className="findings" data-testid="findings">
        {findingsOf(report).map(({ held, sentence }) => (
          <li key={sentence} data-held={held}>
            <Icon name={held ? 'check' : 'warning'} />
            <span>
              <b>{held ? 'Held.' : 'Did not hold.'}</b> {sentence}
            </span>
          </li>
        ))}
      </ul>
      <p className="small faint">
        Engine {report.engine}, {report.device}.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Numbers compared, by policy">
        <table className="table">
          <thead>
            <tr>
              <th>Policy</th>
              <th className="right">Rank</th>
              <th className="right">Weights and moments</th>
              <th className="right">Sampling</th>
              <th className="right">Training</th>
              <th className="right">Equal hashes</th>
            </tr>
          </thead>
          <tbody>
            {report.policies.map(({ name, rank, state, sampled, trained, equalHashes }) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="right">{rank}</td>
                {[state, sampled, trained].map(({ compared, differing }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: three columns in their order
                  <td key={place} className="right">
                    {differing} of {whole(compared)} differ
                  </td>
                ))}
                <td className="right">
                  {equalHashes} of {report.steps}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
