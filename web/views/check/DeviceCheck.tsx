// The device check: every kernel against its float64 reference on this device, as a table of verdicts. A dialog
// that Escape and Back close.

import { runDeviceCheck } from '../../commands/device-check.ts'
import { openPanel } from '../../commands/navigate.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import type { CheckRow } from '../../state/workbench.ts'
import { adapterName } from '../../text/device-line.ts'
import { significant } from '../../text/numbers.ts'
import { adviseOn } from '../../text/webgpu-advice.ts'
import { ErrorNotice, Remark } from '../../ui/Notice.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

export function DeviceCheck() {
  const check = useWorkbench((state) => state.check)
  const device = useWorkbench((state) => state.device)
  const facts = device.kind === 'known' ? device.facts : null
  const rows = check.kind === 'idle' ? [] : check.rows
  const advice = facts === null ? null : adviseOn(facts)
  return (
    <Sheet wide title="Device check" onClose={() => openPanel(null)}>
      <div className="section">
        <p className="soft">
          Runs every kernel on {facts?.adapter == null ? 'the processor' : `${adapterName(facts.adapter)} and on the processor`} at odd sizes and compares each
          result with a reference computed in float64. The error is relative to the norm of the reference.
        </p>
        <div style={{ display: 'flex', alignItems: 'center', gap: 14, margin: '14px 0' }}>
          <button type="button" className="button button-primary" disabled={check.kind === 'running' || facts === null} onClick={() => void runDeviceCheck()}>
            {check.kind === 'running' ? 'Checking' : check.kind === 'done' ? 'Check again' : 'Check this device'}
          </button>
          {rows.length > 0 && <Verdict rows={rows} running={check.kind === 'running'} />}
        </div>
        {advice !== null && <Remark>{advice.sentence}</Remark>}
        {check.kind === 'failed' && <ErrorNotice error={check.error} />}
        {rows.length > 0 && <Rows rows={rows} />}
      </div>
    </Sheet>
  )
}

function Verdict({ rows, running }: { readonly rows: readonly CheckRow[]; readonly running: boolean }) {
  const failed = rows.filter((row) => !row.passed).length
  if (failed > 0)
    return (
      <p className="verdict-failed" role="status">
        {failed} of {rows.length} checks failed
      </p>
    )
  return (
    <p className={running ? 'soft' : 'verdict-passed'} role="status">
      {running ? `${rows.length} checks held so far` : `All ${rows.length} checks held`}
    </p>
  )
}

function Rows({ rows }: { readonly rows: readonly CheckRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Verdicts">
      <table className="table check-table">
        <thead>
          <tr>
            <th>Operation</th>
            <th>Size</th>
            <th className="right">Error</th>
            <th className="right">Allowed</th>
            <th>Verdict</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.operation} ${row.size}`}>
              <td>{row.operation}</td>
              <td className="soft">{row.size}</td>
              <td className="right">
                <span className="check-word">error </span>
                {significant(row.error)}
              </td>
              <td className="right soft">
                <span className="check-word">of </span>
                {significant(row.tolerance)}
              </td>
              <td className={row.passed ? 'verdict-passed' : 'verdict-failed'}>{row.passed ? '✓ held' : '✗ failed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
