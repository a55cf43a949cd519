// The credit ledger of the episode that the clock stands at, to be opened: what every turn earned, and what its tokens weighed in the
// gradient.

import { useEffect, useState } from 'react'
import type { CreditLedger } from '../../../src/record/credit-ledger.ts'
import { showLedger } from '../../commands/show-ledger.ts'
import { type LedgerPlace, samePlace } from '../../state/ledger.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { earnedSentence, LEDGER_GONE, LEDGER_HEADS, LEDGER_HELP, ledgerTitle, maskedSentence, weightWords } from '../../text/ledger.ts'
import { signed, significant } from '../../text/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'

export function LedgerPanel({ run, arm, step, episode }: LedgerPlace) {
  const [open, setOpen] = useState(false)
  const ledger = useWorkbench((state) => state.ledger)
  useEffect(() => {
    if (open) void showLedger({ run, arm, step, episode })
  }, [open, run, arm, step, episode])
  const mine = ledger.kind !== 'none' && samePlace(ledger.of, { run, arm, step, episode }) ? ledger : null
  return (
    <details className="more section" data-testid="ledger" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{ledgerTitle(episode)}</summary>
      {mine?.kind === 'failed' && <ErrorNotice error={mine.error} />}
      {mine?.kind === 'shown' && mine.ledgers.length === 0 && <p className="small faint">{LEDGER_GONE}</p>}
      {mine?.kind === 'shown' && mine.ledgers.map((one) => <AgentLedger key={one.agent} ledger={one} />)}
      {mine?.kind === 'shown' && mine.ledgers.length > 0 && <p className="small faint">{LEDGER_HELP}</p>}
    </details>
  )
}

function AgentLedger({ ledger }: { readonly ledger: CreditLedger }) {
  const held = ledger.masked.greatest === 0
  return (
    <>
      <p>{earnedSentence(ledger)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label={`Credit of ${ledger.agent}`}>
        <table className="table">
          <thead>
            <tr>
              {LEDGER_HEADS.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ledger.turns.map(({ turn, reward, trainedTokens, advantage, weights, pull }) => (
              <tr key={turn}>
                <td>{turn}</td>
                <td>{signed(reward, 2)}</td>
                <td>{trainedTokens}</td>
                <td>{signed(advantage, 3)}</td>
                <td className="mono">{weightWords(weights)}</td>
                <td>{pull === null ? '' : significant(pull)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="check-line small" data-verdict={held ? 'held' : 'broken'}>
        <Icon name={held ? 'check' : 'warning'} />
        <span>{maskedSentence(ledger)}</span>
      </p>
    </>
  )
}
