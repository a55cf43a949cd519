// Which engine is wished for: automatic, the GPU, or the processor; remembered. The engine that is ready gives way.

import type { EngineChoice } from '../state/device-report.ts'
import { runsAtWork } from '../state/runs-under-way.ts'
import { workbench } from '../state/workbench.ts'
import { dropEngine } from './engine.ts'
import { keepText, keptText } from './preferences.ts'
import { prepareChosenBase } from './prepare-base.ts'

const KEY = 'tokenloom-engine'

export function restoreEngineChoice(): void {
  const kept = keptText(KEY)
  if (kept === 'wgsl' || kept === 'cpu') workbench.setState({ engineChoice: kept })
}

export function chooseEngine(choice: EngineChoice): void {
  if (workbench.getState().engineChoice === choice) return
  workbench.setState({ engineChoice: choice })
  keepText(KEY, choice)
  // Runs under way keep the engine that they began with.
  if (runsAtWork(workbench.getState().underWay).length > 0) return
  dropEngine()
  void prepareChosenBase()
}
