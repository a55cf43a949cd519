// What the token view lets through. The choice stays while steps change, until it is taken back; it stands in the
// address, so that Back works and a filtered view can be linked.

import { NO_FILTER, type TokenFilter } from '../state/token-filter.ts'
import { workbench } from '../state/workbench.ts'
import { filterTokens } from './navigate.ts'

export function changeFilter(change: Partial<TokenFilter>): void {
  filterTokens({ ...workbench.getState().tokenFilter, ...change }, change.search !== undefined)
}

export function clearFilter(): void {
  filterTokens(NO_FILTER, false)
}
