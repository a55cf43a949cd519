// The rows that were left out: row, column, and what is wrong.

import type { DataSetFacts } from '../../state/data-sets.ts'
import { faultsWords } from '../../text/data.ts'

export function DataFaults({ facts: { faults, faultCount } }: { readonly facts: DataSetFacts }) {
  return (
    <section className="section" aria-labelledby="data-faults">
      <h2 id="data-faults" className="section-head">
        {faultsWords(faults.length, faultCount)}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll data-faults" tabIndex={0} aria-label="What is wrong with which row">
        <table className="table" data-testid="data-faults">
          <thead>
            <tr>
              <th className="right">Row</th>
              <th>Column</th>
              <th>What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ row, column, message }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <tr key={place}>
                <td className="right">{row}</td>
                <td>{column === '' ? <span className="faint">the row</span> : <code>{column}</code>}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
