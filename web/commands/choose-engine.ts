// Which engine is wished for: automatic, the GPU, or the processor; remembered. The engine that is ready gives way.

import type { EngineChoice } from '../state/device-report.ts'
import { workbench } from '../state/workbench.ts'
import { dropEngine } from './engine.ts'
import { prepareChosenBase } from './prepare-base.ts'

const KEY = 'tokenloom-engine'

export function restoreEngineChoice(): void {
  const kept = readKept()
  if (kept === 'wgsl' || kept === 'cpu') workbench.setState({ engineChoice: kept })
}

export function chooseEngine(choice: EngineChoice): void {
  if (workbench.getState().engineChoice === choice) return
  workbench.setState({ engineChoice: choice })
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
  dropEngine()
  void prepareChosenBase()
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
