// The ledger of the device's memory: what is held now, by what holds it, and the most that ever was.

import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes } from '../../text/numbers.ts'

export function MemoryHeldTable() {
  const held = useWorkbench((state) => state.held)
  const plan = useWorkbench((state) => (state.engine.kind === 'ready' ? state.engine.memory : null))
  if (held === null) return <p className="small faint">Counted as soon as the engine is ready.</p>
  if (Object.keys(held.held).length === 0)
    return (
      <p className="small soft">{`The engine runs on the processor: its memory is the browser’s own.${plan === null ? '' : ` Planned for the settings on view: ${bytes(plan.totalBytes)}.`}`}</p>
    )
  const rows = Object.entries(held.held).sort(([, a], [, b]) => b - a)
  const total = rows.reduce((sum, [, value]) => sum + value, 0)
  return (
    <dl className="facts facts-wide small" data-testid="memory-held">
      {rows.map(([label, value]) => (
        <Row key={label} label={label} value={bytes(value)} />
      ))}
      <Row label="In all" value={bytes(total)} strong />
      <Row label="The most so far" value={bytes(held.peakBytes)} />
      {plan !== null && <Row label="Planned for the settings on view" value={bytes(plan.totalBytes)} />}
    </dl>
  )
}

function Row({ label, value, strong = false }: { readonly label: string; readonly value: string; readonly strong?: boolean }) {
  return (
    <>
      <dt>{strong ? <strong>{label}</strong> : label}</dt>
      <dd>{strong ? <strong>{value}</strong> : value}</dd>
    </>
  )
}
