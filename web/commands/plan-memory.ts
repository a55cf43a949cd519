// Keeps the memory plan on view true to the draft: a moment after the last change, and only once the engine that
// would run it is ready.

import { readDraft } from '../state/draft.ts'
import { memoryDemand } from '../state/memory-demand.ts'
import { type WorkbenchState, workbench } from '../state/workbench.ts'
import { prepareEngine } from './engine.ts'

const PAUSE = 200

export function watchMemoryPlan(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wanted = ({ draft, engine }: WorkbenchState): unknown[] => [draft, engine.kind]
  let last: unknown[] = []
  workbench.subscribe((state) => {
    const next = wanted(state)
    if (next.every((value, index) => value === last[index])) return
    last = next
    clearTimeout(timer)
    timer = setTimeout(() => void planMemory(), PAUSE)
  })
}

async function planMemory(): Promise<void> {
  const { draft, engine } = workbench.getState()
  const { spec } = readDraft(draft)
  if (spec === null || engine.kind !== 'ready' || engine.description.base.name !== spec.base) return
  try {
    // Whatever engine is ready: a plan replaces none.
    const handle = await prepareEngine(spec.base, 'auto')
    const memory = await handle.ask((remote) => remote.planMemory(memoryDemand(spec, engine.description.base.contextTokens)))
    const now = workbench.getState()
    if (now.engine.kind === 'ready' && now.draft === draft) workbench.setState({ engine: { ...now.engine, memory } })
  } catch {
    // A plan is a forecast; the run itself says what is wrong.
  }
}
