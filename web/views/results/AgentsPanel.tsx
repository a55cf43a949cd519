// Runs with several agents: a curve of held-out return for each, told apart by letter, dash and colour, and what each has gained.

import { useMemo } from 'react'
import { agentGains, agentsChart } from '../../state/agent-charts.ts'
import type { RunView } from '../../state/run-view.ts'
import { fixed, signed } from '../../text/numbers.ts'
import { Chart } from './Chart.tsx'

const twoDigits = (value: number): string => fixed(value, 2)

export function AgentsPanel({ run }: { readonly run: RunView }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines depend on arms and spec alone
  const chart = useMemo(() => agentsChart(run), [run.arms, run.spec])
  if (chart === null) return null
  return (
    <section className="section" aria-labelledby="agents-title" data-testid="agents">
      <h2 id="agents-title" className="section-head">
        Agents
      </h2>
      <Chart title="Held-out return by agent" name="held-out return by agent" data={chart} format={twoDigits} height={150} shares={false} />
      <dl className="facts small">
        {agentGains(run).map(({ name, base, now }) => (
          <Row key={name} name={name} text={`${fixed(base, 2)} to ${fixed(now, 2)}, ${signed(now - base, 2)}`} />
        ))}
      </dl>
    </section>
  )
}

function Row({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  )
}
