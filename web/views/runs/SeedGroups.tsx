// Runs of one spec and several seeds as one line: how many, their mean, and the band from the least to the greatest.

import { specDifferences } from '../../../src/record/spec-diff.ts'
import { goToRun } from '../../commands/navigate.ts'
import { titleOfSpec } from '../../state/preset-title.ts'
import { seedGroups } from '../../state/run-groups.ts'
import { useWorkbench } from '../../state/use-workbench.ts'
import { fixed } from '../../text/numbers.ts'
import { differenceWords } from '../../text/run-list.ts'

export function SeedGroups() {
  const saved = useWorkbench((state) => state.saved)
  const groups = seedGroups(saved)
  if (groups.length === 0) return null
  return (
    <section className="section" aria-labelledby="seeds-title">
      <h2 id="seeds-title" className="section-head">
        Over seeds
      </h2>
      <ul className="runs">
        {groups.map(({ family, run, seeds, mean, least, greatest }) => {
          const settings = specDifferences(run.spec).filter(({ path }) => path !== 'seed' && path !== 'controls')
          return (
            <li key={family} className="run-card" data-testid="seed-group">
              <div className="run-card-head">
                <strong>{titleOfSpec(run.spec)}</strong>
                <span className="small soft number">
                  {seeds.length} seeds: {seeds.join(', ')}
                </span>
              </div>
              {settings.length > 0 && <p className="small soft">{settings.map(differenceWords).join('; ')}</p>}
              <SeedBar least={least} mean={mean} greatest={greatest} />
              <p className="small number">
                Held-out return, mean {fixed(mean, 2)}, from {fixed(least, 2)} to {fixed(greatest, 2)}
              </p>
              <p>
                <button type="button" className="button button-quiet" onClick={() => goToRun(run.id)}>
                  Open with the band<span className="unseen">: {titleOfSpec(run.spec)}</span>
                </button>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Rewards between 0 and 1; others are clamped to the ends. */
function SeedBar({ least, mean, greatest }: { readonly least: number; readonly mean: number; readonly greatest: number }) {
  const share = (value: number): number => 100 * Math.min(1, Math.max(0, value))
  return (
    <div className="seed-bar" aria-hidden="true">
      <i style={{ left: `${share(least)}%`, width: `${Math.max(0.6, share(greatest) - share(least))}%` }} />
      <b style={{ left: `${share(mean)}%` }} />
    </div>
  )
}
