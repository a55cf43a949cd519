// Run it again: the spec of the run on view, from its seed, on the engine that it names where this device has it. What comes out is
// compared with what the first run told of itself (state/rerun.ts).

import type { EngineChoice } from '../state/device-report.ts'
import { workbench } from '../state/workbench.ts'
import { takeSettings } from './edit-draft.ts'
import { launchRun } from './run-commands.ts'

export async function runAgain(): Promise<void> {
  const { run, device } = workbench.getState()
  if (run === null || run.spec === null || run.digest === null) return
  const { spec, digest, service } = run
  takeSettings(spec)
  workbench.setState({ promised: { spec, digest, run } })
  const lacking = service?.engine === 'wgsl' && device.kind === 'known' && device.facts.adapter === null
  const engine: EngineChoice = lacking ? 'cpu' : (service?.engine ?? 'auto')
  await launchRun(spec, engine).catch(() => {
    // It stands beside the button.
  })
}
