// Where the time of a step goes, and how many tokens pass in a second. Medians of the last steps.

import { median } from '../../../src/base/median.ts'
import { armOf, type StepPoint } from '../../state/run-view.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { milliseconds, whole } from '../../text/numbers.ts'

const PARTS = [
  { key: 'rollout', words: 'Sampling', color: 'var(--generating)' },
  { key: 'environment', words: 'Environment', color: 'var(--interacting)' },
  { key: 'forwardBackward', words: 'Forward and backward', color: 'color-mix(in oklab, var(--ink) 60%, var(--paper))' },
  { key: 'optimizer', words: 'Optimizer', color: 'color-mix(in oklab, var(--ink) 30%, var(--paper))' },
] as const

/** What no part above measures: judging, records, whatever else the machine did. */
const REST = { key: 'rest', words: 'Everything else', color: 'color-mix(in oklab, var(--ink) 12%, var(--paper))' } as const

const SAMPLES = 9

const unmeasured = ({ milliseconds: spent }: StepPoint): number => PARTS.reduce((left, { key }) => left - spent[key], spent.total)

export function StepTime() {
  const steps = useWorkbench((state) => (state.run === null ? null : armOf(state.run, 'policy').steps))
  const recent = steps?.slice(-SAMPLES) ?? []
  if (recent.length === 0) return <p className="small faint">Measured from the first step on.</p>
  const of = (read: (point: StepPoint) => number): number => median(recent.map(read))
  const parts = [...PARTS.map((part) => ({ ...part, value: of((point) => point.milliseconds[part.key]) })), { ...REST, value: of(unmeasured) }]
  const rollout = of((point) => (1000 * point.metrics.sampledTokens) / Math.max(1, point.milliseconds.rollout))
  const training = of((point) => (1000 * point.metrics.trainedRows) / Math.max(1, point.milliseconds.forwardBackward + point.milliseconds.optimizer))
  return (
    <>
      <div className="phase-bar" aria-hidden="true">
        {parts.map((part) => (
          <i key={part.key} style={{ flexGrow: Math.max(part.value, 0.001), background: part.color }} />
        ))}
      </div>
      <ul className="plan-list small number">
        {parts.map((part) => (
          <li key={part.key}>
            <i className="plan-swatch" style={{ background: part.color }} />
            <span>{part.words}</span>
            <span className="soft">{milliseconds(part.value)}</span>
          </li>
        ))}
      </ul>
      <dl className="facts small" style={{ marginTop: 6 }}>
        <dt>Step, in all</dt>
        <dd>{milliseconds(of((point) => point.milliseconds.total))}</dd>
        <dt>Sampled tokens a second</dt>
        <dd>{whole(rollout)}</dd>
        <dt>Trained rows a second</dt>
        <dd>{whole(training)}</dd>
      </dl>
    </>
  )
}
