// Runs in which several agents learn: a line of held-out return for each, and what each has gained. Pure.

import { armOf, type RunView } from './run-view.ts'
import type { ChartData, Line } from './series.ts'

/** In the order of the palette for agents; more agents begin it anew. */
const AGENT_STYLES = ['agent1', 'agent2', 'agent3', 'agent4', 'agent5', 'agent6', 'agent7', 'agent8'] as const

const letter = (place: number): string => String.fromCharCode(65 + (place % 26))

/** Null where one agent learns, or none was measured yet. */
export function agentsChart(view: RunView): ChartData | null {
  const { evaluations } = armOf(view, 'policy')
  const names = evaluations.find(({ agents }) => agents !== undefined)?.agents?.map(({ name }) => name) ?? []
  if (names.length < 2) return null
  const lines = names.map((name, place): Line => {
    const own = evaluations.map(({ agents }) => agents?.find((agent) => agent.name === name))
    return {
      label: `${letter(place)}: ${name}`,
      style: AGENT_STYLES[place % AGENT_STYLES.length] ?? 'agent8',
      values: own.map((agent) => agent?.sampled ?? null),
      errors: own.map((agent) => agent?.sampledError ?? null),
    }
  })
  return { steps: evaluations.map(({ step }) => step), until: view.spec?.steps ?? 10, lines }
}

export interface AgentGain {
  readonly name: string
  readonly base: number
  readonly now: number
}

export function agentGains(view: RunView): readonly AgentGain[] {
  const { evaluations } = armOf(view, 'policy')
  const last = evaluations.at(-1)?.agents ?? []
  return (evaluations[0]?.agents ?? []).flatMap(({ name, sampled }) => {
    const now = last.find((agent) => agent.name === name)
    return now === undefined ? [] : [{ name, base: sampled, now: now.sampled }]
  })
}
