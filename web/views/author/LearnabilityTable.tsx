// Whether the rewards can teach anything: the spread of returns under random play, by agent; and whether examples can.

import type { DemonstratedReturn } from '../../../src/environments/suite/demonstrated.ts'
import { judgeDemonstrated, judgeLearnability } from '../../../src/environments/suite/judge-learnability.ts'
import { judgeReadability } from '../../../src/environments/suite/judge-readability.ts'
import type { Learnability } from '../../../src/environments/suite/learnability.ts'
import type { Readability } from '../../../src/environments/suite/readability.ts'
import { percent } from '../../text/author-check.ts'
import { fixed } from '../../text/numbers.ts'
import { Remark } from '../../ui/Notice.tsx'

export interface LearnabilityTableProps {
  readonly learnability: Learnability
  readonly demonstrated: DemonstratedReturn | null
  readonly readability: Readability | null
}

export function LearnabilityTable({ learnability, demonstrated, readability }: LearnabilityTableProps) {
  const { spread, meanReturn, ended, turns, groups, groupSize } = learnability
  return (
    <div className="learnability" data-testid="learnability">
      <h3>What the rewards can teach</h3>
      <p>{judgeLearnability(learnability)}</p>
      <table className="table small number">
        <caption className="unseen">
          Under random play, in {groups} groups of {groupSize} plays from equal starts
        </caption>
        <thead>
          <tr>
            <th>Agent</th>
            <th>Groups whose returns differ</th>
            <th className="right">Mean return</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(spread).map(([agent, share]) => (
            <tr key={agent}>
              <td>{agent}</td>
              <td>
                <span className="share-bar" aria-hidden="true">
                  <span style={{ width: `${100 * share}%` }} />
                </span>{' '}
                {percent(share)}
              </td>
              <td className="right">{fixed(meanReturn[agent] ?? 0, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small soft number">
        {percent(ended)} of random plays end by themselves, after {fixed(turns, 1)} turns on average.
      </p>
      {demonstrated !== null && <p data-testid="demonstrated">{judgeDemonstrated(demonstrated, learnability)}</p>}
      {readability !== null &&
        judgeReadability(readability).map((words) => (
          <div key={words} data-testid="readability">
            <Remark>{words}</Remark>
          </div>
        ))}
    </div>
  )
}
