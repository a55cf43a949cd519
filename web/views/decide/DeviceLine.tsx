// Which engine will run, why and what to expect of it, and without a GPU how to get one in this browser on this system.

import { median } from '../../../src/base/median.ts'
import { openPanel } from '../../commands/navigate.ts'
import { armOf } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { deviceLine } from '../../text/device-line.ts'
import { adviseOn } from '../../text/webgpu-advice.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'

export function DeviceLine() {
  const device = useWorkbench((state) => state.device)
  const engine = useWorkbench((state) => state.engine)
  const choice = useWorkbench((state) => state.engineChoice)
  // What the run or a press has already said is not said twice.
  const told = useWorkbench((state) => (state.run?.error ?? state.commandError)?.message)
  const stepTime = useWorkbench((state) => {
    const steps = state.live && state.run !== null ? armOf(state.run, 'policy').steps : []
    return steps.length < 3 ? null : Math.round(median(steps.slice(-9).map((point) => point.milliseconds.total)))
  })
  if (device.kind === 'asking') return <p className="small faint">Looking for a GPU</p>
  const advice = adviseOn(device.facts)
  const line = deviceLine(device.facts, choice, stepTime)
  return (
    <>
      {line !== '' && (
        <p className="small soft" data-testid="device">
          {line}{' '}
          <button type="button" className="term" onClick={() => openPanel('check')}>
            Check it
          </button>
        </p>
      )}
      {advice !== null && (
        <div className={choice === 'wgsl' ? 'notice notice-failed' : 'notice'} data-testid="no-webgpu">
          <Icon name={choice === 'wgsl' ? 'warning' : 'information'} />
          <div>
            <p>{advice.sentence}</p>
            <p className="code">{advice.code}</p>
          </div>
        </div>
      )}
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
