// What a run will hold in memory, before it starts: a bar of its parts, and the setting that changes each.

import { SPEC_FIELD } from '../../../src/record/spec-fields.ts'
import type { MemoryItem, MemoryPlan as Plan } from '../../../src/service/index.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { bytes } from '../../text/numbers.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Shades of ink: colours of the palette mean something else. */
const shade = (percent: number): string => `color-mix(in oklab, var(--ink) ${percent}%, var(--paper))`

const PARTS: Readonly<Record<MemoryItem['name'], { readonly words: string; readonly color: string }>> = {
  base: { words: 'Base model', color: shade(80) },
  adapters: { words: 'Adapters', color: shade(64) },
  optimizer: { words: 'Optimizer', color: shade(50) },
  activations: { words: 'Activations', color: shade(38) },
  kvCache: { words: 'Keys and values', color: shade(27) },
  workspace: { words: 'Workspace', color: shade(17) },
}

export function MemoryPlan() {
  const engine = useWorkbench((state) => state.engine)
  const recorded = useWorkbench((state) => (state.recording === null ? state.run?.memory : undefined) ?? null)
  const plan = engine.kind === 'ready' && engine.memory !== null ? engine.memory : recorded
  if (plan === null) return <p className="small faint">{engine.kind === 'preparing' ? engine.what : 'The plan appears when the engine is ready.'}</p>
  return <PlanDrawing plan={plan} />
}

function PlanDrawing({ plan }: { readonly plan: Plan }) {
  const items = plan.items.filter((item) => item.bytes > 0)
  return (
    <>
      <div className="plan-bar" aria-hidden="true">
        {items.map((item) => (
          <i key={item.name} style={{ flexGrow: item.bytes, background: PARTS[item.name].color }} />
        ))}
      </div>
      <ul className="plan-list small number">
        {items.map((item) => (
          <li key={item.name}>
            <i className="plan-swatch" style={{ background: PARTS[item.name].color }} />
            <span title={item.setting === undefined ? undefined : `Changed by: ${SPEC_FIELD.get(item.setting)?.title ?? item.setting}`}>
              {PARTS[item.name].words}
            </span>
            <span className="soft">{bytes(item.bytes)}</span>
          </li>
        ))}
      </ul>
      <p className="small soft number" style={{ marginTop: 6 }}>
        {bytes(plan.totalBytes)} of {bytes(plan.limitBytes)} that this device allows
      </p>
      {!plan.fits && (
        <div className="notice notice-failed small" role="alert" style={{ marginTop: 8 }}>
          <Icon name="warning" />
          <p>This plan does not fit. Make {settingToShrink(plan)} smaller.</p>
        </div>
      )}
    </>
  )
}

function settingToShrink(plan: Plan): string {
  const largest = [...plan.items].filter((item) => item.setting !== undefined).sort((a, b) => b.bytes - a.bytes)[0]
  const path = largest?.setting ?? 'rollout.groups'
  return SPEC_FIELD.get(path)?.title ?? path
}
