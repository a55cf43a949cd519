// What the token view lets through. The choice stays while steps change, until it is taken back.

import { NO_FILTER, type TokenFilter } from '../state/token-filter.ts'
import { workbench } from '../state/workbench.ts'

export function changeFilter(change: Partial<TokenFilter>): void {
  workbench.setState({ tokenFilter: { ...workbench.getState().tokenFilter, ...change } })
}

export function clearFilter(): void {
  workbench.setState({ tokenFilter: NO_FILTER })
}
