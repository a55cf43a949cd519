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
  // Labels say what they belong to before their first dot.
  const groups = new Map<string, number>()
  for (const [label, value] of rows) groups.set(label.split('.')[0] ?? label, (groups.get(label.split('.')[0] ?? label) ?? 0) + value)
  return (
    <div data-testid="memory-held">
      <dl className="facts facts-wide small">
        {[...groups]
          .sort(([, a], [, b]) => b - a)
          .map(([label, value]) => (
            <Row key={label} label={label} value={bytes(value)} />
          ))}
        <Row label="In all" value={bytes(total)} strong />
        <Row label="The most so far" value={bytes(held.peakBytes)} />
        {plan !== null && <Row label="Planned for the settings on view" value={bytes(plan.totalBytes)} />}
      </dl>
      <details className="more small">
        <summary>Every tensor by its label</summary>
        <dl className="facts facts-wide">
          {rows.map(([label, value]) => (
            <Row key={label} label={label} value={bytes(value)} />
          ))}
        </dl>
      </details>
    </div>
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
