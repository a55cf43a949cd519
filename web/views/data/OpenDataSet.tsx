// What a file turned out to be: its counts and parts, how its pictures are read, a sample, the rows that are left out, and the
// button that makes a run of it.

import { drawSample, keepData, trainOnData } from '../../commands/data-sets.ts'
import type { DataPart, OpenData } from '../../state/data-sets.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { PART_WORDS, partsWords, readWords } from '../../text/data.ts'
import { DataFaults } from './DataFaults.tsx'
import { DataSettings } from './DataSettings.tsx'
import { ProblemCard } from './ProblemCard.tsx'

const PARTS: readonly (DataPart | null)[] = [null, 'train', 'validation', 'heldOut']

export function OpenDataSet({ open }: { readonly open: Extract<OpenData, { readonly kind: 'open' }> }) {
  const { facts, sample, fromFiles, kept } = open
  const part = useWorkbench((state) => state.data.part)
  const trainable = facts.counts.train > 0 && facts.counts.heldOut > 0
  return (
    <div data-testid="data-open">
      <section className="section" aria-labelledby="data-name">
        <h2 id="data-name" className="section-head data-name">
          {facts.name}
        </h2>
        <p role="status" data-testid="data-read">
          {readWords(facts)}
        </p>
        <p className="soft">{partsWords(facts)}</p>
        <p className="small faint">
          Its problems have the hash <code>{facts.hash.slice(0, 16)}</code>: a run names them by it.
        </p>
        <div className="data-actions">
          <button type="button" className="button button-primary" disabled={!trainable} onClick={() => void trainOnData()}>
            Train on it
          </button>
          <button type="button" className="button" disabled={kept} onClick={() => void keepData()}>
            {kept ? 'Kept in this browser' : 'Keep in this browser'}
          </button>
          {!trainable && <span className="small soft">At least three different problems are needed, so that some can be held out.</span>}
        </div>
        {fromFiles && <DataSettings facts={facts} />}
      </section>
      {facts.faultCount > 0 && <DataFaults facts={facts} />}
      {facts.problems > 0 && (
        <section className="section" aria-labelledby="data-sample">
          <div className="section-head">
            <h2 id="data-sample">A sample</h2>
            <select
              className="input data-part"
              aria-label="Part of the problems"
              value={part ?? ''}
              onChange={(event) => void drawSample(PARTS.find((one) => one === event.target.value) ?? null)}
            >
              {PARTS.map((one) => (
                <option key={one ?? 'all'} value={one ?? ''}>
                  {one === null ? 'of all problems' : PART_WORDS[one]}
                </option>
              ))}
            </select>
            <button type="button" className="button" onClick={() => void drawSample(part)}>
              Others
            </button>
          </div>
          {sample.length === 0 && <p className="empty">This part has no problems.</p>}
          <ul className="problem-cards" data-testid="data-sample">
            {sample.map((problem) => (
              <ProblemCard key={problem.row} problem={problem} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
