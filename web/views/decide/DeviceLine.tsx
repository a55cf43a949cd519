// What device was found and what to expect of it, or how to get one in this browser on this system.

import { openPanel } from '../../commands/navigate.ts'
import { median } from '../../state/progress.ts'
import { armOf } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { deviceLine } from '../../text/device-line.ts'
import { adviseOn } from '../../text/webgpu-advice.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'

export function DeviceLine() {
  const device = useWorkbench((state) => state.device)
  const engine = useWorkbench((state) => state.engine)
  // What the run or a press has already said is not said twice.
  const told = useWorkbench((state) => (state.run?.error ?? state.commandError)?.message)
  const stepTime = useWorkbench((state) => {
    const steps = state.live && state.run !== null ? armOf(state.run, 'policy').steps : []
    return steps.length < 3 ? null : Math.round(median(steps.slice(-9).map((point) => point.milliseconds.total)))
  })
  if (device.kind === 'asking') return <p className="small faint">Looking for a GPU</p>
  const advice = adviseOn(device.facts)
  if (advice !== null) {
    return (
      <div className="notice notice-failed" data-testid="no-webgpu">
        <Icon name="warning" />
        <div>
          <p>{advice.sentence}</p>
          <p className="soft">Runs that were recorded here can still be read.</p>
          <p className="code">{advice.code}</p>
        </div>
      </div>
    )
  }
  return (
    <>
      <p className="small soft" data-testid="device">
        {deviceLine(device.facts, stepTime)}{' '}
        <button type="button" className="term" onClick={() => openPanel('check')}>
          Check it
        </button>
      </p>
      {engine.kind === 'failed' && engine.error.message !== told && (
        <div style={{ marginTop: 8 }}>
          <ErrorNotice error={engine.error} />
        </div>
      )}
    </>
  )
}

export function StoreLine() {
  const store = useWorkbench((state) => state.store)
  if (store.kind === 'busy') return <Remark>{`${store.error.message} ${store.error.nextStep}`}</Remark>
  if (store.kind === 'failed') return <ErrorNotice error={store.error} />
  return null
}
