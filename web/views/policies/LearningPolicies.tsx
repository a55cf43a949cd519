// The policies that learn just now: their version, last loss and reward, and which versions samplers hold on the engine.

import { goToRun } from '../../commands/navigate.ts'
import { nameOfRun } from '../../state/run-name.ts'
import { armOf } from '../../state/run-view.ts'
import { runsAtWork } from '../../state/runs-under-way.ts'
import { runOfClient } from '../../state/schedule.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed, significant } from '../../text/numbers.ts'

export function LearningPolicies() {
  const underWay = useWorkbench((state) => state.underWay)
  const clients = useWorkbench((state) => state.schedule?.clients ?? NONE)
  const runs = runsAtWork(underWay)
  if (runs.length === 0) return null
  return (
    <section className="section" aria-labelledby="learning-title">
      <h2 id="learning-title" className="section-head">
        Learning now
      </h2>
      <ul className="runs">
        {runs.map((run) => {
          const last = armOf(run, 'policy').steps.at(-1)
          const held = clients.filter(({ id }) => runOfClient(id) === run.id).flatMap(({ adapters }) => adapters)
          return (
            <li key={run.id} className="run-card" data-testid="learning">
              <div className="run-card-head">
                <strong className="run-name">{nameOfRun(run.id)}</strong>
                <button type="button" className="button button-quiet" onClick={() => goToRun(run.id)}>
                  Show<span className="unseen"> {nameOfRun(run.id)}</span>
                </button>
              </div>
              <p className="small number">
                {last === undefined
                  ? 'Before its first step.'
                  : `Version ${last.version} after step ${last.step}, loss ${significant(last.metrics.loss)}, reward ${fixed(last.metrics.rewardMean, 2)}`}
              </p>
              {held.map(({ id, name, rank, versions }) => (
                <p key={id} className="small faint number">
                  {name}, rank {rank}
                  {versions.length === 0 ? '' : `, sampled with version ${versions.join(', ')}`}
                </p>
              ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const NONE = [] as const
