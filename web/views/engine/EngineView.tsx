// The engine: which device was found, which kernels were chosen and why, what memory is held, where the time of a
// step goes, the device check, and all of it as a report to copy.

import { useEffect } from 'react'
import { askMemory, startEngineNow } from '../../commands/engine-report.ts'
import { openPanel } from '../../commands/navigate.ts'
import { copyText } from '../../commands/take-away.ts'
import { canCompute } from '../../state/device-report.ts'
import { engineReport } from '../../state/engine-report.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { workbench } from '../../state/workbench.ts'
import { ENGINE_STATE } from '../../text/engine.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ErrorNotice } from '../../ui/Notice.tsx'
import { StepTime } from '../results/StepTime.tsx'
import { DeviceFactsTable } from './DeviceFactsTable.tsx'
import { KernelProfile } from './KernelProfile.tsx'
import { MemoryHeldTable } from './MemoryHeldTable.tsx'
import { ServiceTable } from './ServiceTable.tsx'

const ASK_EVERY = 2000

export function EngineView() {
  const engine = useWorkbench((state) => state.engine)
  const hasEngine = useWorkbench(canCompute)
  const recorded = useWorkbench((state) => state.run?.service ?? null)
  const check = useWorkbench((state) => state.check)
  useEffect(() => {
    void askMemory()
    const timer = setInterval(() => void askMemory(), ASK_EVERY)
    return () => clearInterval(timer)
  }, [])
  const failed = check.kind === 'idle' ? 0 : check.rows.filter((row) => !row.passed).length
  return (
    <>
      <section className="section" aria-labelledby="engine-title">
        <div className="section-head">
          <h2 id="engine-title">Engine</h2>
          <button type="button" className="button" onClick={() => void copyText(engineReport(workbench.getState()))}>
            <Icon name="copy" />
            Copy a report
          </button>
        </div>
        <p className="soft">{engine.kind === 'preparing' ? engine.what : ENGINE_STATE[engine.kind]}</p>
        {engine.kind === 'failed' && <ErrorNotice error={engine.error} />}
        {(engine.kind === 'off' || engine.kind === 'failed') && hasEngine && (
          <button type="button" className="button" style={{ marginTop: 8 }} onClick={() => void startEngineNow()}>
            Start the engine
          </button>
        )}
      </section>
      <div className="engine-grid">
        <section className="section" aria-labelledby="engine-device">
          <h2 id="engine-device" className="section-head">
            Device
          </h2>
          <DeviceFactsTable />
          <p className="engine-check">
            <button type="button" className="button" onClick={() => openPanel('check')}>
              <Icon name="chip" />
              Check every kernel
            </button>
            {check.kind !== 'idle' && <span className="small soft">{failed === 0 ? `${check.rows.length} checks held` : `${failed} checks failed`}</span>}
          </p>
        </section>
        <section className="section" aria-labelledby="engine-kernels">
          <h2 id="engine-kernels" className="section-head">
            Kernels
          </h2>
          {engine.kind === 'ready' ? (
            <ServiceTable service={engine.description} />
          ) : recorded === null ? (
            <p className="small faint">Known as soon as the engine is ready.</p>
          ) : (
            <>
              <p className="small soft">Of the run on view, as its first event says:</p>
              <ServiceTable service={recorded} />
            </>
          )}
        </section>
        <section className="section" aria-labelledby="engine-memory">
          <h2 id="engine-memory" className="section-head">
            Memory held now
          </h2>
          <MemoryHeldTable />
        </section>
        <section className="section" aria-labelledby="engine-time">
          <h2 id="engine-time" className="section-head">
            Where the time goes
          </h2>
          <StepTime />
        </section>
        <section className="section engine-wide" aria-labelledby="engine-profile">
          <h2 id="engine-profile" className="section-head">
            Time by kernel
          </h2>
          <KernelProfile />
        </section>
      </div>
    </>
  )
}
