// What the list of runs lets through; it stands in the address like that of the tokens.

import { NO_RUN_FILTER, type RunFilter } from '../state/run-filter.ts'
import { workbench } from '../state/workbench.ts'
import { filterRunList } from './navigate.ts'

export function changeRunFilter(change: Partial<RunFilter>): void {
  filterRunList({ ...workbench.getState().runFilter, ...change }, change.search !== undefined)
}

export function clearRunFilter(): void {
  filterRunList(NO_RUN_FILTER, false)
}
