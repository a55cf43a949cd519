// Opens the credit of an episode: reads its tokens from memory, the recording or the store, and makes the ledger of each agent.

import { toErrorData } from '../../src/base/errors.ts'
import { unwrap } from '../../src/base/result.ts'
import { creditLedger } from '../../src/record/credit-ledger.ts'
import { decodeTokens } from '../../src/record/token-blob.ts'
import type { LedgerPlace } from '../state/ledger.ts'
import { workbench } from '../state/workbench.ts'
import { bytesOf } from './show-tokens.ts'

let request = 0

/** Only the last of several requests counts. */
export async function showLedger(of: LedgerPlace): Promise<void> {
  const mine = ++request
  try {
    const bytes = await bytesOf(of.run, of.arm, of.step)
    const episodes = bytes === undefined ? [] : unwrap(decodeTokens(bytes)).episodes.filter(({ trajectory }) => trajectory.episode === of.episode)
    if (mine === request) workbench.setState({ ledger: { kind: 'shown', of, ledgers: episodes.map(creditLedger) } })
  } catch (thrown) {
    if (mine === request) workbench.setState({ ledger: { kind: 'failed', of, error: toErrorData(thrown) } })
  }
}
