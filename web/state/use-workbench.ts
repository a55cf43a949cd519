// How a view reads the store: a selector, and nothing else.

import { useStore } from 'zustand'
import { type WorkbenchState, workbench } from './workbench.ts'

export function useWorkbench<T>(select: (state: WorkbenchState) => T): T {
  return useStore(workbench, select)
}
